// The commands that evaluate conditions on the past.

import Conventions
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
    let (formulas, id) = try watched()
    var request = WatchFormulas.Request(
      formulas: formulas, id: id,
      from: invocation.text(commands.from), at: invocation.text(commands.at))
    request.changesOnly = invocation.has(commands.changes)
    let presenter = try presenter(
      for: WatchFormulas.self,
      FormulaDisplay(screen, commands.words.noun, isOfOneStream: id != nil))
    return try run(WatchFormulas.self, request, in: try history, presenter)
  }

  /// Expressions, then the stream, as for `find`. Nobody watches a number, so one is a stream's id.
  private func watched() throws(Failure) -> (formulas: [String], id: String?) {
    let operands = invocation.operands(commands.expressions)
    let (noun, flag) = (commands.words.noun, invocation.text(commands.onlyStream))
    let formulas = operands.filter { !$0.isNumber }
    let ids = operands.filter(\.isNumber) + (flag.map { [$0] } ?? [])
    guard !formulas.isEmpty else {
      throw Failure(
        .usage, code: "missing-operand", "There is nothing to print of \(noun) \(ids[0]).",
        hint: "Name it first: `\(ToolName.current) watch EXPRESSION \(ids[0])`.")
    }
    guard ids.count < 2 else {
      throw Failure(
        .usage, code: "unexpected-operand", "'\(ids[1])' is a second \(noun).",
        hint: "Pass one, or watch all of them and leave it out.")
    }
    if flag == nil, let id = ids.first, operands.last != id {
      throw Failure(
        .usage, code: "unexpected-operand", "The \(noun) comes after the expressions.",
        hint: "Write `\(commandLineText(["watch"] + formulas + [id]))`.")
    }
    return (formulas, ids.first)
  }

  /// The lines of a file of invariants.
  private func lines(of file: String) throws(Failure) -> [String] {
    // By bytes, because "\r\n" is a single character.
    try world.read(file).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  fileprivate var isNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
