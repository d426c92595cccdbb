// Goes through a log once for an audit: money by month, and what should be explained.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

struct AuditProjection: Projection {
  private var orders = StateProjection<Orders>(checksRevisions: false, readsValues: true)
  private(set) var money: MoneyByMonth
  private(set) var erased = 0
  /// How many erasures are recorded.
  private(set) var recorded = 0
  /// The entries of each order that were erased, and that no later one says was.
  private var unrecorded: [Int: [Int]] = [:]
  private var results: [AuditFinding: AuditResult] = [:]
  private let looksFor: Set<AuditFinding>
  /// The types of commands that must have a reason.
  private let reasoned: Set<String>
  private var actors = AuditedActors()
  private var equals = EqualOrders()
  private var last: (at: Timestamp, isImported: Bool)?
  /// The first entry of the import that is under way, if entries that weren't imported precede it.
  private var importStart: Int?

  /// - Parameters:
  ///   - looksFor: What is looked for.
  ///   - reasoned: The types of commands that must have a reason.
  ///   - zone: Where months begin.
  init(looksFor: Set<AuditFinding>, reasoned: Set<String>, in zone: TimeZoneRules) {
    money = MoneyByMonth(in: zone)
    self.looksFor = looksFor
    self.reasoned = reasoned
  }

  var vocabularies: [Vocabulary] { orders.vocabularies }
  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try orders.decode(entry)
    follow(entry)
    if entry.isErased { erased += 1 }
    guard orders.body.isMine else { return }
    let index = orders.number(of: entry.storage.slice(entry.stream))
    if entry.isErased { unrecorded[index, default: []].append(entry.seq) }
    let before = orders.states[index]
    try orders.apply(entry, to: index)
    take(entry, index, before, orders.states[index])
  }

  /// Looks at how an entry follows the one before.
  private mutating func follow(_ entry: Entry) {
    let isImported = entry.source.isPresent
    if let last {
      if !isImported, entry.at == last.at { add(.clockHeld, entry.seq) }
      if isImported, !last.isImported { importStart = entry.seq }
      if !isImported, let start = importStart {
        add(.importBetween, start, note: "to @\(entry.seq - 1)")
        importStart = nil
      }
    }
    last = (entry.at, isImported)
  }

  private mutating func take(_ entry: Entry, _ index: Int, _ before: Order?, _ after: Order?) {
    let id = { [streams = orders.streams] in streams.name(index).orderID }
    let actor = actors.number(of: entry)
    actors.count(actor, isRefused: !entry.isAccepted)
    let head = orders.body.head
    let type = entry.storage.slice(head.type)
    if !entry.isAccepted {
      if orders.body.refusal?.code == OrderRefusal.exists.code, Self.number(of: id()) != nil {
        add(.numberGivenTwice, entry.seq, order: id())
      }
      return
    }
    if !head.reason.isPresent, reasoned.contains(where: { type.elementsEqual($0.utf8) }) {
      add(.withoutReason, entry.seq, order: id())
    }
    money.take(before, after, at: entry.at)
    for event in orders.body.events {
      // Other events of an order that was never created change nothing.
      guard after != nil || event == .personalErased else { continue }
      take(event, actor, index, before, after, entry.seq, id)
    }
  }

  private mutating func take(
    _ event: OrderEvent, _ actor: Int, _ index: Int, _ before: Order?, _ after: Order?, _ seq: Int,
    _ id: () -> String
  ) {
    switch event {
    case .created:
      actors.creators[index] = actor
      if let equal = equals.add(index, orders.states) {
        add(.equalOrders, seq, order: id(), note: "as \(orders.streams.name(equal).orderID)")
      }
    case .updated:
      equals.replace(index, before, orders.states)
      actors.editors[index, default: []].insert(actor)
      if actors.payers[index]?.contains(actor) == true { add(.editedAndPaid, seq, order: id()) }
      if let before, let after, before.paid > 0, before.total != after.total {
        add(.changedAfterPayment, seq, order: id())
      }
    case .paymentReceived:
      actors.payers[index, default: []].insert(actor)
      if actors.editors[index]?.contains(actor) == true { add(.editedAndPaid, seq, order: id()) }
    case .refunded:
      if actors.creators[index] == actor { add(.createdAndRefunded, seq, order: id()) }
      if let before, before.status != .returned, before.status != .cancelled {
        add(.refundWithoutReturn, seq, order: id())
      }
    case .personalErased:
      recorded += 1
      unrecorded[index] = nil
    case .deleted:
      if let before, before.paid > 0 { add(.deletedAfterPayment, seq, order: id()) }
    default: break
    }
  }

  private mutating func add(
    _ finding: AuditFinding, _ seq: Int?, order: String? = nil, actor: String? = nil,
    note: String? = nil
  ) {
    guard looksFor.contains(finding) else { return }
    results[finding, default: AuditResult(finding)].add(seq, order: order, actor: actor, note: note)
  }

  /// What was found, in the order of the table, once everything was read.
  ///
  /// - Parameter verified: What verifying has found.
  mutating func findings(_ verified: VerifyHistory.Response) -> [AuditResult] {
    for actor in actors.withManyRefusals {
      add(
        .manyRefusals, nil, actor: actor.name,
        note: "\(actor.name): \(actor.refused) of \(actor.requested)")
    }
    for gap in skippedNumbers() {
      add(
        .numberSkipped, nil,
        note: gap.count == 1 ? "\(gap.lowerBound)" : "\(gap.lowerBound) to \(gap.upperBound)")
    }
    for seq in unrecorded.values.joined().sorted() { add(.erasedWithoutRecord, seq) }
    for erasure in verified.pendingErasures {
      add(.pendingErasure, erasure.seq, order: erasure.stream.orderID)
    }
    if verified.hasUnfinishedErasure, verified.pendingErasures.isEmpty {
      add(.pendingErasure, nil, note: "in the cache")
    }
    return AuditFinding.allCases.compactMap { results[$0] }
  }

  private func skippedNumbers() -> [ClosedRange<Int>] {
    let named = (0..<orders.streams.count).compactMap { index in
      Self.number(of: orders.streams.name(index).orderID).map { (number: $0, index: index) }
    }
    // A refused command may name any number: one that no order has doesn't tell that others were skipped.
    let taken = named.filter { orders.states[$0.index] != nil }.map(\.number)
    guard let first = taken.min(), let last = taken.max() else { return [] }
    let numbers = named.map(\.number).filter { (first...last).contains($0) }.sorted()
    return zip(numbers, numbers.dropFirst()).filter { $1 > $0 + 1 }.map { $0 + 1...$1 - 1 }
  }

  /// The number that an id is; nil for any other id, such as `01003`.
  private static func number(of id: String) -> Int? {
    Int(id).flatMap { $0 >= 0 && String($0) == id ? $0 : nil }
  }

  /// What is left to pay or to refund at the end, and what was paid for orders that are deleted.
  var outcome: [MoneyByMonth.Outcome] { MoneyByMonth.outcome(of: orders.states) }
}

/// Who did what: by numbers, because there are few actors and many orders.
private struct AuditedActors {
  private var names = StreamTable()
  private var counts: [(requested: Int, refused: Int)] = []
  /// By orders.
  var creators: [Int: Int] = [:]
  var editors: [Int: Set<Int>] = [:]
  var payers: [Int: Set<Int>] = [:]

  mutating func number(of entry: Entry) -> Int { names.insert(entry.actor, in: entry.storage) }

  mutating func count(_ actor: Int, isRefused: Bool) {
    if actor == counts.count { counts.append((0, 0)) }
    counts[actor].requested += 1
    if isRefused { counts[actor].refused += 1 }
  }

  var withManyRefusals: [(name: String, requested: Int, refused: Int)] {
    let (least, oneIn) = AuditFinding.refusalLimits
    return counts.enumerated().filter { $1.refused >= least && $1.refused * oneIn >= $1.requested }
      .map { (names.name($0), $1.requested, $1.refused) }.sorted { $0.name < $1.name }
  }
}
