// From arguments to a printed report.

import HistoryScenes

/// Measures what the arguments ask for and prints it.
func runBenchmarks() {
  let options: Options
  switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
  case .success(let parsed): options = parsed
  case .failure(let error): stop("\(error.message)\n\(Options.help)")
  }
  if options.asksForHelp { return print(Options.help) }
  let folder = TemporaryFolder()
  let bench = Bench(
    workload: Workload(entries: options.entries), folder: folder, runs: options.runs,
    importFile: options.importFile)
  defer { TemporaryFolder.remove(folder.path) }
  if let counted = options.counted { return counted.run(times: options.runs, bench) }
  let offered = Benchmark.all + (options.tool.map { Benchmark.ofProcesses($0) } ?? [])
  let chosen = offered.filter { options.names.isEmpty || options.names.contains($0.name) }
  let report = Report(
    entries: options.entries, bytesPerEntry: bench.workload.bytesPerEntry, runs: options.runs,
    figures: chosen.map { $0.measure(bench) })
  print(options.isJSON ? report.json : report.table)
}
