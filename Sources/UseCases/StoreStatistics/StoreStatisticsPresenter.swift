// Puts counts into words for people, and into JSON for programs.

import EventSourcing
import JSONLines
import Orders

/// Presents counts as text.
public final class StoreStatisticsPresenter: StoreStatisticsPresentationLogic {
  private let display: any StoreStatisticsDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any StoreStatisticsDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents the counts.
  public func present(_ response: StoreStatistics.Response) {
    typealias Line = StoreStatistics.ViewModel.Line
    let end = response.end
    let refused = response.refused.reduce(0) { $0 + $1.count }
    var entries = [
      Line(label: "entries", value: String(end.entries)),
      Line(label: "bytes", value: String(end.bytes)),
      Line(label: "accepted", value: String(response.accepted)),
      Line(label: "refused", value: String(refused)),
    ]
    if let times = end.times {
      entries.append(Line(label: "first", value: formatting.second(times.lowerBound)))
      entries.append(Line(label: "last", value: formatting.second(times.upperBound)))
    }
    let groups = [
      ("Log", entries),
      ("Refused", response.refused.map { Line(label: $0.code, value: String($0.count)) }),
      ("Orders", response.orders.map { Line(label: $0.status.rawValue, value: String($0.count)) }),
      ("Total", response.sums.map { line($0.total, $0.currency) }),
      ("Paid", response.sums.map { line($0.paid, $0.currency) }),
      (
        "Refunded",
        response.sums.filter { $0.refunded != 0 }.map { line($0.refunded, $0.currency) }
      ),
    ]
    display.display(
      StoreStatistics.ViewModel(
        groups: groups.filter { !$0.1.isEmpty }.map { .init(title: $0.0, lines: $0.1) },
        warning: end.tornTail?.warning))
  }

  private func line(_ amount: Int64, _ currency: String) -> StoreStatistics.ViewModel.Line {
    .init(label: currency, value: formatting.money(amount, currency: currency))
  }
}

/// Presents counts as one JSON document.
public final class StoreStatisticsJSONPresenter: StoreStatisticsPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents the counts.
  public func present(_ response: StoreStatistics.Response) {
    if let tail = response.end.tornTail { notes.display(note: tail.warning) }
    var writer = JSONWriter()
    writer.raw(#"{"entries":"#)
    writer.integer(Int64(response.end.entries))
    writer.raw(#","accepted":"#)
    writer.integer(Int64(response.accepted))
    writer.raw(#","rejected":"#)
    writer.numbers(response.refused.map { ($0.code, Int64($0.count)) })
    writer.raw(#","orders":"#)
    writer.numbers(response.orders.map { ($0.status.rawValue, Int64($0.count)) })
    writer.raw(#","total":"#)
    writer.numbers(response.sums.map { ($0.currency, $0.total) })
    writer.raw(#","paid":"#)
    writer.numbers(response.sums.map { ($0.currency, $0.paid) })
    writer.raw(#","bytes":"#)
    writer.integer(Int64(response.end.bytes))
    if let times = response.end.times {
      writer.raw(#","firstAt":"#)
      writer.string(times.lowerBound.description)
      writer.raw(#","lastAt":"#)
      writer.string(times.upperBound.description)
    }
    writer.raw("}")
    display.display(document: writer)
  }
}

extension JSONWriter {
  /// Writes an object of numbers.
  mutating func numbers(_ members: [(key: String, value: Int64)]) {
    raw("{")
    for (index, member) in members.enumerated() {
      if index > 0 { raw(",") }
      string(member.key)
      raw(":")
      integer(member.value)
    }
    raw("}")
  }
}
