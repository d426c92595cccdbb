// The commands that evaluate conditions on the past.

import Platform

struct InvariantFlags: Sendable {
  var invariants: [String] = []
  var files: [String] = []
  var at: RequestedPosition?
}

extension CommandRun {
  func check(_ flags: InvariantFlags) throws(Failure) -> ExitCode {
    var request = CheckInvariants.Request(invariants: flags.invariants, at: flags.at)
    for file in flags.files {
      request.files.append(.init(name: file, lines: try lines(of: file)))
    }
    return try examine(CheckInvariants.self, request)
  }

  func watch(_ request: WatchFormulas.Request) throws(Failure) -> ExitCode {
    var request = request
    (request.formulas, request.id) = try watched(request.formulas, request.id)
    let view = FormulaView(commands.words.noun, isOfOneStream: request.id != nil)
    let presenter = try presenter(for: WatchFormulas.self, drawing: view.drawing)
    return try run(WatchFormulas.self, request, in: try history, presenter)
  }

  /// Expressions, then the stream, as for `find`. A number isn't worth watching, so one is a stream's id.
  private func watched(
    _ operands: [String], _ flag: String?
  ) throws(Failure) -> (formulas: [String], id: String?) {
    let noun = commands.words.noun
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
    // The text is split by bytes, because "\r\n" is a single character.
    try world.read(file).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  fileprivate var isNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
