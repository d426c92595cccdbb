// The operations measured on stores of several sizes: commands of the built tool, as whole processes.

/// A limit that an operation must meet.
enum ScaleTarget {
  /// No more than this many times what it takes on the smallest store, and no more than 64 MB of memory.
  case growth(Double)
  /// No more than this many nanoseconds on the largest store.
  case atMost(Double)
  /// No more than this many times another operation on the largest store.
  case timesOther(Double, String)
  /// No less than this many entries a second on the largest store.
  case entriesPerSecond(Double)

  static let memory = 64_000_000
}

/// A command, with what it is called.
struct ScaleOperation {
  let name: String
  /// The number of measurements in each run: a single command is short, and its slowest runs count.
  let repetitions: Int
  let target: ScaleTarget?
  /// Prepares for one measurement.
  let prepare: (ScaleStore) -> Void
  /// Runs it.
  let run: (ScaleStore, _ number: Int) -> Usage

  /// A command of the tool.
  ///
  /// - Parameter isWriting: Whether it gets a copy of the store, so that the next report is about the same one.
  private init(
    _ name: String, _ target: ScaleTarget?, repetitions: Int = 1, isWriting: Bool = false,
    prepare: @escaping (ScaleStore) -> Void = { _ in },
    _ arguments: @escaping (ScaleStore, Int) -> [String]
  ) {
    (self.name, self.target, self.repetitions) = (name, target, repetitions)
    self.prepare = prepare
    run = { store, number in
      store.run(arguments(store, number), in: isWriting ? store.copy : store.path)
    }
  }

  /// Something that this process does.
  private init(_ name: String, _ body: @escaping (ScaleStore) throws -> Void) {
    (self.name, target, repetitions, prepare) = (name, nil, 1, { _ in })
    run = { store, _ in Usage(time: seconds { attempt(name) { try body(store) } } * 1e9) }
  }

  private static func single(
    _ name: String, isWriting: Bool = false, _ arguments: @escaping (ScaleStore, Int) -> [String]
  ) -> ScaleOperation {
    // In five runs, enough to tell what one of a thousand takes.
    ScaleOperation(name, .growth(2), repetitions: 200, isWriting: isWriting, arguments)
  }

  static let fold = "full fold, in process"
  static let checksums = "raw read and CRC, in process"
  static let verify = "verify"

  static var all: [ScaleOperation] {
    [
      single("show ORDER") { ["show", $0.order($1)] },
      single("show ORDER --at SEQ") { ["show", $0.order($1), "--at", $0.lastEntry($1)] },
      single("log ORDER") { ["log", $0.order($1)] },
      single("log -n 5") { _, _ in ["log", "-n", "5"] },
      single("log -p -n 5") { _, _ in ["log", "-p", "-n", "5"] },
      single("blame ORDER") { ["blame", $0.order($1)] },
      single("explain SEQ") { ["explain", $0.entry($1)] },
      single("pay ORDER", isWriting: true) {
        ["pay", $0.order($1), "0.01", "--method", "cash", "--actor", "scale"]
      },
      single("create --dry-run --id ID") { _, number in
        ["create", "--id", "scale-\(number)", "--dry-run", "--actor", "scale"]
      },
      ScaleOperation("list --limit 50 --sort total", .atMost(150e6)) { _, _ in
        ["list", "--limit", "50", "--sort", "total"]
      },
      ScaleOperation("list --customer NAME", nil) { _, _ in ["list", "--customer", "customer-29"] },
      ScaleOperation("stats", .atMost(150e6)) { _, _ in ["stats"] },
      ScaleOperation("list --at SEQ", .timesOther(1 / 8, fold)) {
        ["list", "--limit", "50", "--at", $0.entry($1)]
      },
      ScaleOperation("stats --at SEQ", .timesOther(1 / 8, fold)) {
        ["stats", "--at", $0.entry($1)]
      },
      ScaleOperation("diff of 200 entries", nil) { store, number in
        let last = Int(store.entry(number)) ?? 0
        return ["diff", String(max(0, last - 200)), String(last)]
      },
      ScaleOperation("log --rejected", nil) { _, _ in ["log", "--rejected"] },
      ScaleOperation("find, one condition", .entriesPerSecond(3e6)) { _, _ in
        ["find", "total > 100000.00", "--count"]
      },
      ScaleOperation("check", .entriesPerSecond(3e6)) { _, _ in ["check"] },
      ScaleOperation(checksums) { try $0.readAndSum() },
      ScaleOperation(verify, .timesOther(2.5, checksums)) { _, _ in ["verify"] },
      ScaleOperation("checkpoint", .atMost(50e6)) { _, _ in ["checkpoint"] },
      ScaleOperation("prove SEQ", .atMost(20e6), prepare: { $0.makeCheckpoint() }) {
        ["prove", $0.entry($1), "--checkpoint", $0.checkpoint]
      },
      ScaleOperation("verify --checkpoint", .timesOther(2, verify)) { store, _ in
        ["verify", "--checkpoint", store.checkpoint]
      },
      ScaleOperation(
        "building all indexes", .timesOther(0.5, verify), prepare: { $0.remove(".index") }
      ) { ["show", $0.order($1)] },
      ScaleOperation(
        "building all snapshots", nil, prepare: { $0.remove(".states") }
      ) { _, _ in ["stats"] },
      ScaleOperation(fold) { try $0.fold() },
    ]
  }
}
