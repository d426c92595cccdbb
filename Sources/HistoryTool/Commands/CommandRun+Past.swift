// The commands that look at the past: the log, single entries, blame, and diff.

import Platform

struct LogRequest: Sendable {
  var shown = ShowLog.Request()
  var follows = false
}

struct ShowOperands: Sendable {
  var operand = ""
  var at: RequestedPosition?
  var readsAround = false
}

struct DifferenceOperands: Sendable {
  var operands: [String] = []
  var other: String?
  var at: RequestedPosition?
  var countsOnly = false
}

extension CommandRun {
  func log(_ log: LogRequest) throws(Failure) -> ExitCode {
    var request = log.shown
    request.namesRules = wantsJSON
    (request.ids, request.range) = try streamsAndRange(request.ids)
    let view = LogView(commands.words.noun, timeZone: try formatting().timeZone.name)
    let history = try history
    let presenter = try presenter(for: ShowLog.self, drawing: view.drawing)
    guard log.follows else {
      return try run(ShowLog.self, request, in: history, presenter, orElse: .badData)
    }
    world.catchInterrupts()
    try ShowLog.follow(request, in: history, presenter, notes: screen, clock: world.clock) {
      screen.flush()
      if !history.source.waitForNews() { world.pause(milliseconds: 100) }
      return !Interrupt.isRequested
    }
    return Interrupt.isRequested ? .interrupted : .done
  }

  /// The streams and the range that a command's operands name.
  func streamsAndRange(_ operands: [String]) throws(Failure) -> (ids: [String], range: String?) {
    let ranges = operands.filter { $0.contains("..") }
    guard ranges.count < 2 else {
      throw Failure(
        .usage, code: "unexpected-operand", "'\(ranges[1])' is a second range.",
        hint: "Pass \(commands.words.plural) and one range A..B.")
    }
    return (operands.filter { !$0.contains("..") }, ranges.first)
  }

  /// Shows an entry, or a stream with the scene that is for it.
  func show<S: Scene & Interaction>(_ operands: ShowOperands, _ scene: S.Type) throws(Failure)
    -> ExitCode
  where S.Request == ShowStream.Request, S.Context == History, S.ViewModel: Drawable {
    let operand = operands.operand
    if operand.hasPrefix("@") { return try showEntry(operands) }
    guard !operands.readsAround else {
      let id = operand.prefix { $0 != "@" }
      throw Failure(
        .usage, code: "not-an-entry", "--around is only for entries.",
        hint:
          "Pass @SEQ. `\(ToolName.current) log \(id) --around` shows which entries of \(id) can be read."
      )
    }
    var request = ShowStream.Request(id: operand, at: operands.at)
    if let at = operand.lastIndex(of: "@") {
      guard request.at == nil else {
        throw .omitOne("\(operand) and --at both name a position.", code: "two-moments")
      }
      request = ShowStream.Request(id: String(operand[..<at]), at: .typed(operand))
    }
    return try examine(scene, request)
  }

  private func showEntry(_ operands: ShowOperands) throws(Failure) -> ExitCode {
    guard operands.at == nil else {
      throw Failure(
        .usage, code: "two-moments", "An entry never changes, so --at has no meaning here.",
        hint: "Omit --at.")
    }
    let request = ShowEntry.Request(.typed(operands.operand), readsAround: operands.readsAround)
    return try examine(ShowEntry.self, request, orElse: .badData)
  }

  func diff(_ typed: DifferenceOperands) throws(Failure) -> ExitCode {
    var request = CompareStates.Request()
    request.countsOnly = typed.countsOnly
    var operands = typed.operands[...]
    let other = typed.other
    if other == nil {
      guard typed.at == nil else {
        throw Failure(
          .usage, code: "two-moments", "--at can only be used with --with.",
          hint:
            "Pass positions instead, as in `\(ToolName.current) diff \(commands.id)@2 "
            + "\(commands.id)@5`.")
      }
      try takePositions(from: &operands, into: &request)
    } else {
      request.from = typed.at
      request.to = request.from
    }
    request.ids += operands
    let sides = CompareStates.Context(
      try history,
      other: try other.map { (path) throws(Failure) in
        try source(path)
      })
    return try run(CompareStates.self, request, in: sides)
  }

  /// The moments come first: `A B`, or `A..B`. Two revisions of one order are about that order.
  private func takePositions(
    from operands: inout ArraySlice<String>, into request: inout CompareStates.Request
  ) throws(Failure) {
    guard let first = operands.popFirst() else {
      throw Failure(
        .usage, code: "missing-operand", "There is nothing to compare.",
        hint:
          "Pass two positions, as in `\(ToolName.current) diff \(commands.id)@2 \(commands.id)@5`, "
          + "or use --with."
      )
    }
    if let dots = first.firstRange(of: "..") {
      let (from, to) = (first[..<dots.lowerBound], first[dots.upperBound...])
      request.from = .typed(from.isEmpty ? "start" : String(from))
      request.to = to.isEmpty ? nil : .typed(String(to))
    } else {
      request.from = .typed(first)
      request.to = operands.popFirst().map { .typed($0) }
    }
    let ends = [request.from, request.to].map { $0?.description }
    let orders = ends.map { $0?.split(separator: "@").first.map(String.init) }
    let areRevisions = ends.allSatisfy { $0?.contains("@") ?? false }
    if areRevisions, operands.isEmpty, let order = orders[0] ?? nil, order == orders[1] {
      request.ids = [order]
    }
  }
}
