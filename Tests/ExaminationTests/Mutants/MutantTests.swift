// Docs/Mutants.md is printed from what these tests find. To print it again after a change, run
//
//     CLEANSTORE_SLOW=mutants CLEANSTORE_PRINT_DOCS=1 swift test --filter ReplayTests.MutantTests

import EventSourcing
import Examination
import OrderDomain
import TestKit
import Testing

/// Rules with a defect are found out by histories, in both directions, and by few commands.
@Suite struct MutantTests {
  /// The traces of a mutant.
  struct Finding {
    let name: String
    let defect: String
    /// The divergence of a history that the mutant has recorded, by the right rules.
    let recorded: Trace?
    /// The divergence of a right history, by the mutant.
    let replayed: Trace?
  }

  /// The place where a mutant shows.
  struct Trace {
    /// The first divergence.
    let kind: Difference.Kind
    /// The number of commands that are enough to show it.
    let size: Int

    var cells: String { "`\(kind.rawValue)` | \(size)" }
  }

  private static let story = ShopStory(600, orders: 80)
  private static let findings = mutants.map { mutant in
    Result { try finding(of: mutant) }
  }

  /// Records under some rules, replays under others, and makes what diverges small.
  ///
  /// - Returns: nil if nothing diverges.
  private static func examine<Writer: OrderDecider, Reader: OrderDecider>(
    _: Writer.Type, _: Reader.Type
  ) throws -> Trace? {
    var history = try RecordedHistory<Reader>(story.recorded(under: Writer.self).store)
    // The reader's rules decide, whatever build recorded it.
    for index in history.commands.indices { history.commands[index].rulesVersion = nil }
    let (expected, found) = (firstDifference(in: history), history.firstDivergence())
    #expect(found?.seq == expected?.seq)
    #expect(found?.difference.kind == expected?.kind)
    guard let expected, let found else { return nil }
    var limits = MinimizingLimits()
    limits.stages = [.streams, .commands]
    let minimizer = Minimizer(history, .record, within: limits) { candidate in
      let divergence = candidate.firstDivergence()
      return divergence?.seq == found.seq && divergence?.difference == found.difference
        ? .shows : .doesNot
    }
    #expect(minimizer.minimize())
    #expect(minimizer.history.commands.last?.seq == found.seq)
    return Trace(kind: expected.kind, size: minimizer.history.commands.count)
  }

  private static func finding<M: Mutant>(of mutant: M.Type) throws -> Finding {
    Finding(
      name: M.name, defect: M.defect, recorded: try examine(mutant, Orders.self),
      replayed: try examine(Orders.self, mutant))
  }

  /// The first command that rules decide differently than is recorded, found in the plainest way.
  private static func firstDifference<Rules: OrderDecider>(in history: RecordedHistory<Rules>)
    -> (seq: Int, kind: Difference.Kind)?
  {
    var states: [String: (state: Order?, rev: Int)] = [:]
    for command in history.commands {
      let stream = String(command.stream)
      var (state, rev) = states[stream] ?? (nil, 0)
      let context = EntryContext(stream: stream, rev: rev + 1, at: command.at, actor: "amy")
      let now = Result { () throws(OrderRefusal) in
        try Rules.decide(command.command, on: state, in: context)
      }
      if let kind = kind(command.recorded, now) { return (command.seq, kind) }
      for event in command.recorded?.events ?? [] {
        Rules.evolve(&state, with: event, in: context)
      }
      rev += command.recorded?.refusal == nil ? 1 : 0
      states[stream] = (state, rev)
    }
    return nil
  }

  private static func kind<Rules: OrderDecider>(
    _ recorded: DecisionOutcome<Rules>?, _ now: Result<[OrderEvent], OrderRefusal>
  ) -> Difference.Kind? {
    switch (recorded, now) {
    case (.refused, .success): return .rejectedNowAccepted
    case (.accepted, .failure): return .acceptedNowRejected
    case (.refused(let one), .failure(let other)): return one == other ? nil : .rejectionDiffers
    case (.accepted(let events), .success(let others)):
      if events == others { return nil }
      if events.count != others.count {
        // Common events come first.
        let isCommon = zip(events, others).allSatisfy { $0 == $1 }
        return isCommon
          ? (events.count > others.count ? .eventMissing : .eventExtra) : .fieldDiffers
      }
      return .fieldDiffers
    default: return nil
    }
  }

  @Test func `there are enough mutants, each once`() {
    #expect(mutants.count > 40)
    #expect(Set(mutants.map { $0.name }).count == mutants.count)
    #expect(Set(mutants.map { $0.defect }).count == mutants.count)
  }

  @Test func `the right rules record what they replay`() throws {
    let history = try RecordedHistory<Orders>(Self.story.recorded(under: Orders.self).store)
    #expect(history.commands.count > 400)
    #expect(history.firstDivergence() == nil)
  }

  @Test(.slow(.mutants)) func `every mutant is found out by at most five commands`() throws {
    for finding in Self.findings {
      let finding = try finding.get()
      #expect((1...5).contains(finding.recorded?.size ?? 0), "\(finding.name)")
      // The right rules record nothing of a change that changes nothing.
      if finding.name == SameIsOther.name {
        #expect(finding.replayed == nil)
      } else {
        #expect((1...5).contains(finding.replayed?.size ?? 0), "\(finding.name)")
      }
    }
  }

  @Test(.slow(.mutants)) func `the page of mutants has the results`() throws {
    try Repository.expect(Self.page(), printedTo: "Docs/Mutants.md")
  }

  private static func page() throws -> String {
    let rows = try findings.map { finding in
      let row = try finding.get()
      return "| \(row.name) | \(row.defect) | \(row.recorded?.cells ?? "– | –") "
        + "| \(row.replayed?.cells ?? "– | –") |"
    }
    return """
      # Mutants

      This page is generated from the results of tests (`Tests/ExaminationTests/Mutants`); a test
      compares the two.

      Each mutant is the rules of orders with one defect. The same history of
      \(story.commands.count) commands on up to 80 orders is recorded by the mutant and replayed by
      the right rules, and recorded by the right rules and replayed by the mutant. Both replays must
      stop at the first command with a different outcome, for the right reason. The number next to
      the reason is the number of commands that `cleanstore minimize` leaves of the history. A dash:
      the right rules don't record a change that changes nothing, so their history can't reveal a
      mutant that does.

      | mutant | defect | recorded by it | commands | replayed by it | commands |
      |---|---|---|---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }
}
