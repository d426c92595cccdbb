// A stream in the middle of an example, and the outcome of its last command.

import EventSourcing
import JSONLines

/// A stream with a past, ready for a command.
public struct Scenario<Rules: CodableDecider> {
  /// The state after the events so far.
  public private(set) var state = Rules.initial
  /// The number of entries of the stream that were accepted so far.
  public private(set) var rev = 0
  let stream: String
  let report: (UnmetExpectation) -> Void
  private var actor: String
  private var at: Timestamp

  init(
    stream: String, actor: String, at: Timestamp, report: @escaping (UnmetExpectation) -> Void
  ) {
    self.stream = stream
    self.actor = actor
    self.at = at
    self.report = report
  }

  /// Takes in the events of one accepted entry.
  mutating func record(_ events: [Rules.Event], in context: EntryContext? = nil) {
    let context = context ?? self.context()
    for event in events { Rules.evolve(&state, with: event, in: context) }
    rev += 1
  }

  func context(commandID: String? = nil, reason: String? = nil) -> EntryContext {
    EntryContext(
      stream: stream, rev: rev + 1, at: at, actor: actor, commandID: commandID, reason: reason)
  }

  /// The same stream, with another time for its next entries.
  public func at(_ time: Timestamp) -> Scenario {
    var later = self
    later.at = time
    return later
  }

  /// The same stream, with another actor for what follows.
  public func by(_ actor: String) -> Scenario {
    var other = self
    other.actor = actor
    return other
  }

  /// Evaluates a command, and expects that it and its outcome are read back from the log as they are
  /// written, and that its refusal is explained by the rule that is broken among the domain's checks.
  public func when(
    _ command: Rules.Command, id: String? = nil, reason: String? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Decided<Rules> {
    let context = context(commandID: id, reason: reason)
    let result: Result<[Rules.Event], Rules.Refusal>
    do throws(Rules.Refusal) {
      result = .success(try Rules.decide(command, on: state, in: context))
    } catch {
      result = .failure(error)
    }
    let decided = Decided<Rules>(before: self, result: result, context: context) { message in
      report(
        UnmetExpectation(
          message: message, fileID: fileID, filePath: filePath, line: line, column: column))
    }
    decided.checkCodec(of: command)
    decided.checkRules(of: command)
    return decided
  }

  /// Looks at the state.
  @discardableResult
  public func thenState(_ look: (Rules.State) throws -> Void) rethrows -> Scenario {
    try look(state)
    return self
  }
}

/// The outcome of a command. Each expectation returns the stream, so that the example can continue.
public struct Decided<Rules: CodableDecider> {
  let before: Scenario<Rules>
  /// The events, or why there are none.
  public let result: Result<[Rules.Event], Rules.Refusal>
  let context: EntryContext
  let fail: (String) -> Void

  /// Expects these events, in order; they are equal if their written forms are.
  ///
  /// Personal data isn't part of an event's own written form: events that are `Equatable` are
  /// compared with it.
  @discardableResult
  public func then(_ expected: Rules.Event...) -> Scenario<Rules> { expect(expected) }

  /// Expects a refusal.
  @discardableResult
  public func thenRefused(_ expected: Rules.Refusal) -> Scenario<Rules> {
    if case .failure(expected) = result { return after }
    fail("Expected: refused with \(Self.text(of: expected))\nActual:   \(actual)")
    return after
  }

  /// Expects that the command changes nothing.
  @discardableResult
  public func thenNothing() -> Scenario<Rules> { expect([]) }

  /// Checks the state after the command.
  @discardableResult
  public func thenState(_ look: (Rules.State) throws -> Void) rethrows -> Scenario<Rules> {
    try after.thenState(look)
  }

  /// The stream after the command.
  public var after: Scenario<Rules> {
    guard case .success(let events) = result, !events.isEmpty else { return before }
    var after = before
    after.record(events, in: context)
    return after
  }

  func checkCodec(of command: Rules.Command) {
    let outcome: Outcome<Rules>.Result =
      switch result {
      case .success(let events): events.isEmpty ? .unchanged : .accepted(events)
      case .failure(let refusal): .refused(refusal)
      }
    guard let fault = Rules.codecFault(of: command, on: before.state, outcome, in: context) else {
      return
    }
    fail(
      "Expected: \(fault.part) is read back as it is written, \(fault.written)\n"
        + "Actual:   \(fault.read)")
  }

  /// The broken rule is the one that refused the command, and the last that was evaluated.
  func checkRules(of command: Rules.Command) {
    guard let domain = Rules.self as? any InspectableDecider.Type,
      let checks = domain.checks(ofAny: command, on: before.state, in: context)
    else { return }
    let broken = checks.filter { $0.verdict == .broken }.map(\.code)
    var refused: [String] = []
    if case .failure(let refusal) = result { refused = [refusal.code] }
    guard broken == refused else {
      return fail(
        "Expected: the broken rule of the checks is \(refused.first ?? "none")\n"
          + "Actual:   \(broken.isEmpty ? "none" : broken.joined(separator: ", "))")
    }
    let later = checks.drop { $0.verdict != .broken }.dropFirst()
    if let rule = later.first(where: { $0.verdict != .notEvaluated }) {
      fail(
        "Expected: no rule is evaluated after \(broken.joined())\n"
          + "Actual:   \(rule.code) \(rule.verdict.rawValue)")
    }
  }

  func expect(_ expected: [Rules.Event]) -> Scenario<Rules> {
    if case .success(let events) = result, events.map(Self.text) == expected.map(Self.text) {
      return after
    }
    fail("Expected: \(Self.text(of: expected))\nActual:   \(actual)")
    return after
  }

  var actual: String {
    switch result {
    case .success(let events): Self.text(of: events)
    case .failure(let refusal): "refused with \(Self.text(of: refusal))"
    }
  }

  static func text(of events: [Rules.Event]) -> String {
    if events.isEmpty { return "nothing" }
    return events.map(text).joined(separator: " ")
  }

  /// An event as the log has it: `{"type":"order-paid","amount":12999}`.
  private static func text(_ event: Rules.Event) -> String {
    Rules.text(of: Rules.type(of: event)) { Rules.writeMembers(of: event, to: &$0) }
  }

  static func text(of refusal: Rules.Refusal) -> String {
    let fields = refusal.fields.map { "\($0.field) \($0.code)" }
    return ([refusal.code] + fields).joined(separator: ", ")
  }
}

extension Decided where Rules.Event: Equatable {
  /// Expects these events, in order, with all they hold.
  @discardableResult
  public func then(_ expected: Rules.Event...) -> Scenario<Rules> {
    guard case .success(let events) = result, expected.count == events.count,
      let index = events.indices.first(where: { events[$0] != expected[$0] }),
      Self.text(of: events) == Self.text(of: expected)
    else { return expect(expected) }
    fail("Expected: \(expected[index])\nActual:   \(events[index])")
    return after
  }
}

extension InspectableDecider {
  /// The checks of a command of unknown type, which is the domain's.
  fileprivate static func checks(
    ofAny command: some Any, on state: some Any, in context: EntryContext
  ) -> [RuleCheck]? {
    guard let command = command as? Command, let state = state as? State else { return nil }
    return checks(of: command, on: state, in: context)
  }
}
