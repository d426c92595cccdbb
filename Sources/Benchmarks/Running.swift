// From arguments to a printed report.

/// Runs the requested measurements and prints them.
func runBenchmarks() throws {
  let options: Options
  switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
  case .success(let parsed): options = parsed
  case .failure(let error): stop("\(error.message)\n\(Options.help)")
  }
  if options.asksForHelp { return print(Options.help) }
  if let address = options.sharedStore { return try takePart(in: address) }
  if let folder = options.scaleFolder { return try measureScale(in: folder, options) }
  let folder = TemporaryFolder()
  defer { TemporaryFolder.remove(folder.path) }
  let bench = Bench(
    workload: Workload(entries: options.entries), folder: folder, runs: options.runs,
    importFile: options.importFile, tool: options.tool ?? "")
  if let counted = options.counted { return try counted.run(times: options.runs, bench) }
  if options.measuresPeers { return try measurePeers(bench, options) }
  if options.measuresServer { return try measureServer(bench, options) }
  let offered = Benchmark.all + (options.tool == nil ? [] : Benchmark.ofProcesses)
  let chosen = offered.filter { options.names.isEmpty || options.names.contains($0.name) }
  let report = Report(
    entries: options.entries, bytesPerEntry: bench.workload.bytesPerEntry, runs: options.runs,
    figures: try chosen.map { Figure($0.heading, try $0.measure(bench)) })
  print(options.isJSON ? report.json : report.table)
}
