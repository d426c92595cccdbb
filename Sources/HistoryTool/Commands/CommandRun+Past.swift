// The commands that look at the past: the log, single entries, blame, and diff.

import Terminal
import HistoryScenes

extension CommandRun {
  func log() throws(Failure) -> ExitCode {
    let request = try historyRequest()
    let display = LogDisplay(
      screen, commands.words.noun, timeZone: try formatting().timeZone.name)
    let history = try history
    if invocation.has(Flags.around) {
      return try run(
        ShowLogAround.self, request, in: history,
        try presenter(for: ShowLogAround.self, DamagedLogDisplay(screen, display)),
        orElse: .badData)
    }
    let presenter = try presenter(for: ShowLog.self, display)
    guard invocation.has(Flags.follow) else {
      return try run(ShowLog.self, request, in: history, presenter)
    }
    world.catchInterrupts()
    try ShowLog.follow(request, in: history, presenter, notes: screen) {
      screen.flush()
      world.pause(milliseconds: 100)
      return !Interrupt.isRequested
    }
    return Interrupt.isRequested ? .interrupted : .done
  }

  private func historyRequest() throws(Failure) -> ShowLog.Request {
    var request = ShowLog.Request(at: invocation.text(commands.at))
    (request.ids, request.range) = try streamsAndRange(commands.streamsAndRange)
    request.outcome =
      invocation.has(Flags.rejected) ? .rejected : invocation.has(Flags.accepted) ? .accepted : nil
    request.actor = invocation.text(Flags.byActor)
    request.command = invocation.text(commands.command)
    request.since = invocation.text(Flags.entriesSince)
    request.until = invocation.text(Flags.entriesUntil)
    request.field = invocation.text(commands.changedField)
    request.condition = invocation.text(commands.whereHolds)
    request.tellsAmounts = invocation.has(Flags.csv)
    request.namesRules = wantsJSON
    request.showsChanges = invocation.has(Flags.patch)
    request.isReversed = invocation.has(Flags.reverse)
    request.limit = invocation.integer(Flags.maxCount)
    return request
  }

  /// The streams and the range that a command's operands name.
  func streamsAndRange(_ operand: Operand) throws(Failure) -> (ids: [String], range: String?) {
    let operands = invocation.operands(operand)
    let ranges = operands.filter { $0.contains("..") }
    guard ranges.count < 2 else {
      throw Failure(
        .usage, code: "unexpected-operand", "'\(ranges[1])' is a second range.",
        hint: "Pass \(commands.words.plural) and one range A..B.")
    }
    return (operands.filter { !$0.contains("..") }, ranges.first)
  }

  /// Shows an entry, or a stream with the scene that is for it.
  package func show(_ showStream: (ShowStream.Request) throws(Failure) -> ExitCode)
    throws(Failure) -> ExitCode
  {
    let operand = invocation.operand(commands.streamOrEntry) ?? ""
    if operand.hasPrefix("@") { return try showEntry(operand) }
    guard !invocation.has(Flags.around) else {
      throw Failure(
        .usage, code: "not-an-entry", "--around is only for entries.",
        hint: "Pass @SEQ. `\(ToolName.current) log \(operand) --around` shows which entries of "
          + "\(operand) can be read.")
    }
    var request = ShowStream.Request(id: operand, at: invocation.text(commands.at))
    if let at = operand.lastIndex(of: "@") {
      guard request.at == nil else {
        throw Failure(
          .usage, code: "two-moments", "\(operand) and --at both name a position.",
          hint: "Omit one of them.")
      }
      request = ShowStream.Request(id: String(operand[..<at]), at: operand)
    }
    return try showStream(request)
  }

  private func showEntry(_ operand: String) throws(Failure) -> ExitCode {
    guard !invocation.has(commands.at) else {
      throw Failure(
        .usage, code: "two-moments", "An entry never changes, so --at has no meaning here.",
        hint: "Omit --at.")
    }
    return invocation.has(Flags.around)
      ? try examine(ShowEntryAround.self, operand, orElse: .badData)
      : try examine(ShowEntry.self, operand)
  }

  func blame() throws(Failure) -> ExitCode {
    var request = BlameFields.Request(id: invocation.operand(commands.stream) ?? "")
    request.at = invocation.text(commands.at)
    request.field = invocation.text(commands.field)
    request.showsHistory = invocation.has(Flags.history)
    return try examine(BlameFields.self, request)
  }

  func explain() throws(Failure) -> ExitCode {
    var request = ExplainDecision.Request(invocation.operand(Operands.entry) ?? "")
    request.rules = invocation.text(Flags.rules)
    return try examine(ExplainDecision.self, request)
  }

  func diff() throws(Failure) -> ExitCode {
    var request = CompareStates.Request()
    request.countsOnly = invocation.has(commands.statistics)
    var operands = invocation.operands(commands.positionsAndStreams)[...]
    let other = invocation.text(Flags.with)
    if other == nil {
      guard !invocation.has(commands.at) else {
        throw Failure(
          .usage, code: "two-moments", "--at can only be used with --with.",
          hint:
            "Pass positions instead, as in `\(ToolName.current) diff \(commands.id)@2 "
            + "\(commands.id)@5`.")
      }
      try takePositions(from: &operands, into: &request)
    } else {
      request.from = invocation.text(commands.at)
      request.to = request.from
    }
    request.ids += operands
    let presenter = try presenter(for: CompareStates.self)
    let sides = CompareStates.Context(
      try history,
      other: try other.map { (path) throws(Failure) in
        try source(path)
      })
    return try run(CompareStates.self, request, in: sides, presenter)
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
      request.from = first[..<dots.lowerBound].isEmpty ? "start" : String(first[..<dots.lowerBound])
      request.to =
        first[dots.upperBound...].isEmpty ? nil : String(first[dots.upperBound...])
    } else {
      request.from = first
      request.to = operands.popFirst()
    }
    let orders = [request.from, request.to].map { $0?.split(separator: "@").first.map(String.init) }
    let areRevisions = [request.from, request.to].allSatisfy { $0?.contains("@") ?? false }
    if areRevisions, operands.isEmpty, let order = orders[0] ?? nil, order == orders[1] {
      request.ids = [order]
    }
  }
}
