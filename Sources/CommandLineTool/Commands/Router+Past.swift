// The commands that look at the past: the log, single entries, who set what, and what differs.

import Terminal
import HistoryScenes
import OrderScenes

extension Router {
  func log() throws(Failure) -> ExitCode {
    let request = try historyRequest()
    let presenter = try presenter(for: ShowLog.self)
    let interactor = ShowLogInteractor(
      history: try history, presenter: presenter, isDone: { screen.isClosed })
    guard invocation.has(Flags.follow) else { return try run(interactor, request) }
    Interrupt.install()
    try interactor.follow(request) {
      screen.flush()
      world.pause(milliseconds: 100)
      return !Interrupt.isRequested
    }
    return Interrupt.isRequested ? .interrupted : .done
  }

  private func historyRequest() throws(Failure) -> ShowLog.Request {
    var request = ShowLog.Request(at: invocation.text(Flags.at))
    for operand in invocation.operands(Operands.orderAndRange) {
      if !operand.contains("..") {
        request.ids.append(operand)
      } else if request.range == nil {
        request.range = operand
      } else {
        throw .rangeTooMany(operand)
      }
    }
    request.outcome =
      invocation.has(Flags.rejected) ? .rejected : invocation.has(Flags.accepted) ? .accepted : nil
    request.actor = invocation.text(Flags.byActor)
    request.command = invocation.text(Flags.command)
    request.since = invocation.text(Flags.entriesSince)
    request.until = invocation.text(Flags.entriesUntil)
    request.field = invocation.text(Flags.changedField)
    request.showsChanges = invocation.has(Flags.patch)
    request.isReversed = invocation.has(Flags.reverse)
    request.limit = invocation.integer(Flags.maxCount)
    return request
  }

  func show() throws(Failure) -> ExitCode {
    let operand = invocation.operand(Operands.orderOrEntry) ?? ""
    if operand.hasPrefix("@") {
      guard !invocation.has(Flags.at) else {
        throw Failure(
          .usage, code: "two-moments", "An entry is as it was written, at whatever moment.",
          hint: "Leave --at out.")
      }
      return try examine(ShowEntry.self, ShowEntry.Request(seq: operand))
    }
    var request = ShowOrder.Request(id: operand, at: invocation.text(Flags.at))
    if let at = operand.lastIndex(of: "@") {
      guard request.at == nil else {
        throw Failure(
          .usage, code: "two-moments", "Both \(operand) and --at name a moment.",
          hint: "Leave one of them out.")
      }
      request = ShowOrder.Request(id: String(operand[..<at]), at: operand)
    }
    return try answer(ShowOrder.self, request)
  }

  func blame() throws(Failure) -> ExitCode {
    var request = BlameFields.Request(id: invocation.operand(Operands.order) ?? "")
    request.at = invocation.text(Flags.at)
    request.field = invocation.text(Flags.field)
    request.showsHistory = invocation.has(Flags.history)
    return try examine(BlameFields.self, request)
  }

  func explain() throws(Failure) -> ExitCode {
    try examine(
      ExplainDecision.self, ExplainDecision.Request(seq: invocation.operand(Operands.entry) ?? ""))
  }

  func diff() throws(Failure) -> ExitCode {
    var request = CompareStates.Request()
    request.countsOnly = invocation.has(Flags.statistics)
    var operands = invocation.operands(Operands.positionsAndOrders)[...]
    let other = invocation.text(Flags.with)
    if other == nil {
      guard !invocation.has(Flags.at) else {
        throw Failure(
          .usage, code: "two-moments", "--at goes with --with; without it, positions say when.",
          hint: "Leave --at out, as in `cleanstore diff 1001@2 1001@5`.")
      }
      try takePositions(from: &operands, into: &request)
    } else {
      request.from = invocation.text(Flags.at)
      request.to = request.from
    }
    request.ids += operands
    let presenter = try presenter(for: CompareStates.self)
    let sides = CompareStates.Context(
      try history,
      other: try other.map { (path) throws(Failure) in
        try source(path)
      })
    return try run(Interactor<CompareStates>(sides, presenter: presenter), request)
  }

  /// The moments come first: `A B`, or `A..B`. Two revisions of one order are about that order.
  private func takePositions(
    from operands: inout ArraySlice<String>, into request: inout CompareStates.Request
  ) throws(Failure) {
    guard let first = operands.popFirst() else {
      throw Failure(
        .usage, code: "missing-operand", "There is nothing to compare.",
        hint: "Name two positions, as in `cleanstore diff 1001@2 1001@5`, or use --with.")
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
