// The number of orders that went from each status to another, and how long that took them.

import EventSourcing
import HistoryScenes
import OrderDomain

/// The orders' way through the statuses.
struct StatusFlow: Sendable {
  struct Step: Hashable, Sendable {
    /// nil where orders begin.
    let from: Order.Status?
    let to: Order.Status
  }

  struct Row: Equatable, Sendable {
    let step: Step
    let count: Int
    /// nil where orders begin.
    let durations: Durations?
  }

  /// Times that really were taken, in microseconds: by nearest rank, nothing is interpolated.
  struct Durations: Equatable, Sendable {
    let shortest: Int64
    /// Half of the orders took at most this long.
    let median: Int64
    /// Nine of ten orders took at most this long.
    let ninetieth: Int64
    let longest: Int64

    /// nil for none.
    init?(_ times: [Int64]) {
      let sorted = times.sorted()
      guard let first = sorted.first, let last = sorted.last else { return nil }
      func rank(_ tenths: Int) -> Int64 { sorted[(sorted.count * tenths + 9) / 10 - 1] }
      (shortest, median, ninetieth, longest) = (first, rank(5), rank(9), last)
    }
  }

  /// The rows, in the order of an order's life.
  let rows: [Row]
  /// The amounts that are left to pay, to refund, and were paid for deleted orders, by currency.
  let outcome: [AuditedMoney.Outcome]
}

struct StatusFlowProjection: Projection {
  private var orders = StateProjection<Orders>(checksRevisions: false)
  /// The time when each order came to its status.
  private var since: [Int: Timestamp] = [:]
  private var times: [StatusFlow.Step: [Int64]] = [:]
  private let period: ClosedRange<Timestamp>

  /// - Parameter period: The time in which a step must have been taken to be counted.
  init(of period: ClosedRange<Timestamp>) { self.period = period }

  var vocabularies: [Vocabulary] { orders.vocabularies }
  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try orders.decode(entry)
    guard orders.body.isOfDomain else { return }
    let index = orders.number(of: entry.storage.slice(entry.stream))
    let before = orders.states[index]?.status
    try orders.apply(entry, to: index)
    guard let after = orders.states[index]?.status, after != before else { return }
    let start = since.updateValue(entry.at, forKey: index)
    guard period.contains(entry.at) else { return }
    let time = entry.at.microseconds - (start ?? entry.at).microseconds
    times[StatusFlow.Step(from: before, to: after), default: []].append(time)
  }

  var flow: StatusFlow {
    let places = Order.Status.allCases.enumerated().map { ($1, $0) }
    let place = Dictionary(uniqueKeysWithValues: places)
    func rank(_ step: StatusFlow.Step) -> (Int, Int) {
      (step.from.flatMap { place[$0] } ?? -1, place[step.to] ?? 0)
    }
    let sorted = times.sorted { rank($0.key) < rank($1.key) }
    return StatusFlow(
      rows: sorted.map { step, times in
        StatusFlow.Row(
          step: step, count: times.count,
          durations: step.from == nil ? nil : StatusFlow.Durations(times))
      },
      outcome: MoneyByMonth.outcome(of: orders.states))
  }
}
