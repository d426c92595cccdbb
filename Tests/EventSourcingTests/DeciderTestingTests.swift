// The kit of given, when and then: that it tells what isn't as expected, and where.

import EventSourcing
import EventSourcingTesting
import JSONLines
import Testing

@Suite struct DeciderTestingTests {
  /// Examples whose unmet expectations are gathered.
  private final class Examples: DeciderSpecification {
    typealias Rules = Account<FirstEdition>
    private let failures = Locked<[UnmetExpectation]>([])

    func report(_ failure: UnmetExpectation) { failures.withLock { $0.append(failure) } }

    var messages: [String] { failures.withLock { $0.map(\.message) } }
    var lines: [Int] { failures.withLock { $0.map(\.line) } }
    var files: Set<String> { failures.withLock { Set($0.map(\.fileID)) } }
  }

  @Test func `expectations that are met report nothing`() {
    let examples = Examples()
    examples.given().when(.open(owner: "Amy")).then(.opened(owner: "Amy"))
      .when(.deposit(5)).then(.deposited(5))
      .when(.deposit(0)).thenNothing()
      .when(.withdraw(9)).thenRefused(.overdrawn)
      .when(.withdraw(5)).then(.withdrawn(5), .emptied)
    #expect(examples.messages.isEmpty)
  }

  @Test func `expectations that aren't met tell what was expected and what came`() {
    let examples = Examples()
    let open = examples.given(.opened(owner: nil), .deposited(5))
    open.when(.deposit(7)).then(.deposited(8))
    open.when(.deposit(7)).then()
    open.when(.deposit(7)).then(.deposited(7), .emptied)
    open.when(.withdraw(9)).then(.withdrawn(9))
    open.when(.withdraw(9)).thenNothing()
    open.when(.withdraw(9)).thenRefused(.notOpen)
    open.when(.deposit(7)).thenRefused(.overdrawn)
    open.when(.deposit(0)).thenRefused(.overdrawn)
    open.when(.deposit(0)).then(.deposited(0))
    open.when(.deposit(-1)).thenRefused(.invalid([]))
    #expect(
      examples.messages == [
        """
        Expected: {"type":"deposited","amount":8}
        Actual:   {"type":"deposited","amount":7}
        """,
        "Expected: nothing\nActual:   {\"type\":\"deposited\",\"amount\":7}",
        """
        Expected: {"type":"deposited","amount":7} {"type":"emptied"}
        Actual:   {"type":"deposited","amount":7}
        """,
        "Expected: {\"type\":\"withdrawn\",\"amount\":9}\nActual:   refused with overdrawn",
        "Expected: nothing\nActual:   refused with overdrawn",
        "Expected: refused with not-open\nActual:   refused with overdrawn",
        "Expected: refused with overdrawn\nActual:   {\"type\":\"deposited\",\"amount\":7}",
        "Expected: refused with overdrawn\nActual:   nothing",
        "Expected: {\"type\":\"deposited\",\"amount\":0}\nActual:   nothing",
        "Expected: refused with invalid\nActual:   refused with invalid, amount out-of-range",
      ])
  }

  @Test func `events that can be compared differ in what is personal, too`() {
    let examples = Examples()
    examples.given().when(.open(owner: "Amy")).then(.opened(owner: "Bob"))
    #expect(examples.messages.count == 1)
    #expect(examples.messages.first?.contains("Bob") == true)
    #expect(examples.messages.first?.contains("Amy") == true)
  }

  @Test func `a failure has its place`() {
    let examples = Examples()
    examples.given().when(.deposit(1)).thenNothing()
    let line = #line - 1
    #expect(examples.lines == [line])
    #expect(examples.files == [#fileID])
  }

  @Test func `each given event is an entry of its own, and so is each command`() {
    let examples = Examples()
    examples.given(.opened(owner: nil), .deposited(5))
      .when(.withdraw(5)).then(.withdrawn(5), .emptied)
      .when(.withdraw(5)).thenRefused(.overdrawn)
      .when(.deposit(0)).thenNothing()
      .when(.deposit(1)).thenState { account in
        #expect(account.revs == [1, 2, 3, 3, 4])
        #expect(account.balance == 1)
      }
    #expect(examples.given(.opened(owner: nil)).rev == 1)
    #expect(examples.messages.isEmpty)
  }

  @Test func `the time can be set for what follows`() throws {
    let examples = Examples()
    let later = try #require(Timestamp("2027-01-01T00:00:00.000000Z"))
    let open = examples.given(.opened(owner: nil))
    #expect(open.state.changedAt == SetClock.morning)
    open.at(later).when(.deposit(1)).thenState { #expect($0.changedAt == later) }
  }

  @Test func `the rule that is broken is the refusal`() {
    #expect(Explained<Right>.messages.isEmpty)
    #expect(
      Explained<NothingBroken>.messages == [
        "Expected: the broken rule of the checks is overdrawn\nActual:   none"
      ])
    #expect(
      Explained<AnotherBroken>.messages == [
        "Expected: the broken rule of the checks is overdrawn\nActual:   not-open",
        "Expected: the broken rule of the checks is none\nActual:   not-open",
      ])
    #expect(
      Explained<EvaluatedLater>.messages == [
        "Expected: no rule is evaluated after overdrawn\nActual:   not-open held"
      ])
  }
}

// MARK: Accounts that explain their decisions, well or not

private final class Explained<Edition: ExplainedEdition>: DeciderSpecification {
  typealias Rules = Account<Edition>
  private let failures = Locked<[UnmetExpectation]>([])

  func report(_ failure: UnmetExpectation) { failures.withLock { $0.append(failure) } }

  /// The reports of a refused command and an accepted one.
  static var messages: [String] {
    let examples = Explained()
    examples.given(.opened(owner: "Amy"), .deposited(5))
      .when(.withdraw(9)).thenRefused(.overdrawn)
      .when(.withdraw(1)).then(.withdrawn(1))
    return examples.failures.withLock { $0.map(\.message) }
  }
}

protocol ExplainedEdition: AccountEdition {
  /// The codes of the rules of a withdrawal, and how each went.
  static func verdicts(isOverdrawn: Bool) -> [(String, RuleCheck.Verdict)]
}

extension ExplainedEdition {
  static var version: String { "1" }
}

enum Right: ExplainedEdition {
  static func verdicts(isOverdrawn: Bool) -> [(String, RuleCheck.Verdict)] {
    [("not-open", .held), ("overdrawn", isOverdrawn ? .broken : .held)]
  }
}

enum NothingBroken: ExplainedEdition {
  static func verdicts(isOverdrawn: Bool) -> [(String, RuleCheck.Verdict)] {
    [("not-open", .held), ("overdrawn", .held)]
  }
}

enum AnotherBroken: ExplainedEdition {
  static func verdicts(isOverdrawn: Bool) -> [(String, RuleCheck.Verdict)] {
    [("not-open", .broken), ("overdrawn", .notEvaluated)]
  }
}

enum EvaluatedLater: ExplainedEdition {
  static func verdicts(isOverdrawn: Bool) -> [(String, RuleCheck.Verdict)] {
    [("overdrawn", isOverdrawn ? .broken : .held), ("not-open", .held)]
  }
}

extension Account: InspectableDecider where Edition: ExplainedEdition {
  static func writeState(_ state: AccountState, id: String, to writer: inout JSONWriter) -> Bool {
    false
  }
  static var schema: FieldSchema<AccountState> { FieldSchema(fields: []) }

  static func checks(
    of command: AccountCommand, on account: AccountState, in context: EntryContext,
    by version: Int
  ) -> [RuleCheck]? {
    guard case .withdraw(let amount) = command else { return [] }
    return Edition.verdicts(isOverdrawn: amount > account.balance).map {
      RuleCheck(code: $0, sentence: "", verdict: $1, facts: [])
    }
  }
}
