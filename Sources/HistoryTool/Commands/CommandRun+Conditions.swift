// The commands that evaluate conditions on the past.

import Terminal
import HistoryScenes

extension CommandRun {
  func find() throws(Failure) -> ExitCode {
    var request = FindMoments.Request(
      condition: invocation.operand(commands.condition) ?? "",
      id: invocation.operand(commands.anyStream), from: invocation.text(commands.from),
      at: invocation.text(commands.at))
    if invocation.has(Flags.first) { request.selection = .first }
    if invocation.has(Flags.last) { request.selection = .last }
    if invocation.has(commands.count) { request.selection = .count }
    return try examine(FindMoments.self, request)
  }

  func check() throws(Failure) -> ExitCode {
    var request = CheckInvariants.Request(
      invariants: invocation.texts(Flags.invariant), at: invocation.text(commands.at))
    for file in invocation.texts(Flags.invariants) {
      request.files.append(.init(name: file, lines: try lines(of: file)))
    }
    return try examine(CheckInvariants.self, request)
  }

  func watch() throws(Failure) -> ExitCode {
    var request = WatchFormulas.Request(
      formulas: invocation.operands(commands.expressions), id: invocation.text(commands.onlyStream),
      from: invocation.text(commands.from), at: invocation.text(commands.at))
    request.changesOnly = invocation.has(commands.changes)
    let presenter = try presenter(
      for: WatchFormulas.self, FormulaDisplay(screen, commands.words.noun))
    return try run(WatchFormulas.self, request, in: try history, presenter)
  }

  /// The lines of a file of invariants.
  private func lines(of file: String) throws(Failure) -> [String] {
    // By bytes, because "\r\n" is a single character.
    try world.read(file).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
