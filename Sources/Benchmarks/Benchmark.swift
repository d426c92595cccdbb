// All figures, in the order in which they are measured and printed.

/// The result of a run, and the best that the machine can do, measured in the same run.
typealias Run = (value: Double, floor: Double?)

/// A figure: what it is called, what it must reach, and how it is measured.
struct Benchmark: Sendable {
  let heading: Heading
  let measure: @Sendable (Bench) throws -> [Run]

  var name: String { heading.name }

  private init(
    _ name: String, _ title: String, in unit: Unit = .perSecond, beside floor: String? = nil,
    _ target: Target, measure: @escaping @Sendable (Bench) throws -> [Run]
  ) {
    heading = Heading(name: name, title: title, unit: unit, floor: floor, target: target)
    self.measure = measure
  }

  static let all = [
    Benchmark(
      "durable-append", "durable single append", in: .nanoseconds, beside: "write + fdatasync",
      .atMostTimesFloor(1.1)
    ) { try $0.durableAppend() },
    Benchmark(
      "preallocated-append", "the same, preallocated", in: .nanoseconds,
      beside: "write + fdatasync", .atMostTimesFloor(0.9)
    ) { try $0.durableAppend(preallocating: true) },
    Benchmark("callers-8", "8 waiting callers", beside: "one, raw", .atLeastTimesFloor(3)) {
      try $0.callers(8)
    },
    Benchmark("callers-64", "64 waiting callers", beside: "one, raw", .atLeastTimesFloor(12)) {
      try $0.callers(64)
    },
    Benchmark(
      "batches-512", "batches of 512, durable", beside: "same batches, raw",
      .atLeastTimesFloor(0.6)
    ) { try $0.batches() },
    Benchmark(
      "decode-canonical", "full decode, canonical", in: .bytesPerSecond, beside: "memchr",
      .atLeast(2_000_000_000)
    ) { $0.decode($0.workload.log, as: .store) },
    Benchmark(
      "decode-any-order", "full decode, any key order", in: .bytesPerSecond, beside: "memchr",
      .atLeast(600_000_000)
    ) { $0.decode($0.workload.shuffledLog, as: .history) },
    Benchmark("fold", "scan, decode, CRC and fold", beside: "memchr", .atLeast(2_700_000)) {
      $0.besideLineFeeds(per: $0.workload.entries, try Pass.fold($0))
    },
    Benchmark("fold-2", "fold, two cores", beside: "one core", .atLeastTimesFloor(1.7)) {
      try $0.foldTwoCores()
    },
    Benchmark("find", "find, condition of two terms", beside: "fold", .atLeast(1_200_000)) {
      try $0.find()
    },
    Benchmark(
      "step-back", "a step back at entry 1 000 000", in: .nanoseconds, .atMost(5_000_000)
    ) { try $0.stepBack() },
    Benchmark("replay", "decide again and compare", beside: "memchr", .atLeast(1_500_000)) {
      $0.besideLineFeeds(per: $0.workload.entries, try Pass.replay($0))
    },
    Benchmark("minimize", "minimize, 10 000 commands", in: .nanoseconds, .atMost(10e9)) {
      try $0.minimize()
    },
    Benchmark("envelope", "envelope only", .atLeast(6_000_000)) { try $0.envelope() },
    Benchmark(
      "encode", "encode with CRC", in: .bytesPerSecond, beside: "memchr", .atLeast(2_000_000_000)
    ) { $0.besideLineFeeds(per: $0.workload.log.count, Pass.encode($0.workload.log)) },
    Benchmark("command-path", "command path, buffered", beside: "memchr", .atLeast(1_200_000)) {
      try $0.commandPath()
    },
    Benchmark("import", "import of orders", beside: "read, memchr", .atLeast(600_000)) {
      try $0.importing()
    },
    Benchmark(
      "leaf-hash", "leaf hashes", in: .bytesPerSecond, beside: "openssl speed",
      .atLeastTimesFloor(0.8)
    ) { try $0.leafHash() },
    Benchmark(
      "memory", "memory of an order", in: .bytes, beside: "its JSON",
      .atMostTimesFloor(1.1, plus: 128)
    ) { try $0.memory() },
  ]

  /// The figures of a built tool, for which the bench must have one.
  static let ofProcesses = [
    Benchmark(
      "start", "start of --version", in: .nanoseconds, beside: "empty program",
      .atMostTimesFloor(1.5)
    ) { $0.start() },
    Benchmark("show-1000", "show, 1 000 entries", in: .nanoseconds, .atMost(15_000_000)) {
      try $0.show()
    },
    Benchmark("list-8000", "list, 8 000 orders", in: .nanoseconds, .atMost(150_000_000)) {
      try $0.list()
    },
    Benchmark("size", "stripped binary", in: .bytes, .atMost(25_000_000)) { try $0.size() },
  ]
}
