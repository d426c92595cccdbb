// All figures, in the order in which they are measured and printed.

/// Something that can be measured.
struct Benchmark {
  let name: String
  let measure: (Bench) -> Figure

  /// The figures of a built tool.
  static func ofProcesses(_ tool: String) -> [Benchmark] {
    [
      Benchmark(name: "start") { Figure.start(tool, $0) },
      Benchmark(name: "show-1000") { Figure.show(tool, $0) },
      Benchmark(name: "list-8000") { Figure.list(tool, $0) },
      Benchmark(name: "size") { Figure.size(tool, $0) },
    ]
  }

  static var all: [Benchmark] {
    [
      Benchmark(name: "durable-append", measure: Figure.durableAppend),
      Benchmark(name: "callers-8") { Figure.callers(8, atLeast: 3, $0) },
      Benchmark(name: "callers-64") { Figure.callers(64, atLeast: 12, $0) },
      Benchmark(name: "batches-512", measure: Figure.batches),
      Benchmark(name: "decode-canonical", measure: Figure.decodeCanonical),
      Benchmark(name: "decode-any-order", measure: Figure.decodeAnyOrder),
      Benchmark(name: "fold", measure: Figure.fold),
      Benchmark(name: "fold-2", measure: Figure.foldTwoCores),
      Benchmark(name: "find", measure: Figure.find),
      Benchmark(name: "step-back", measure: Figure.stepBack),
      Benchmark(name: "replay", measure: Figure.replay),
      Benchmark(name: "minimize", measure: Figure.minimize),
      Benchmark(name: "envelope", measure: Figure.envelope),
      Benchmark(name: "encode", measure: Figure.encode),
      Benchmark(name: "command-path", measure: Figure.commandPath),
      Benchmark(name: "import", measure: Figure.importing),
      Benchmark(name: "memory", measure: Figure.memory),
    ]
  }
}
