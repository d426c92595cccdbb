// The figures of a report: what each of its sections says, and the tables in it.

import EventSourcing
import Formatting
import HistoryScenes
import OrderDomain

struct ReportFigures {
  typealias Section = ReportHistory.ViewModel.Section
  typealias Group = GroupedStatistics.Group

  let response: ReportHistory.Response
  let formatting: Formatting
  private let shown: Set<String>

  init(_ response: ReportHistory.Response, _ formatting: Formatting) {
    (self.response, self.formatting) = (response, formatting)
    shown = Set(response.orders.map(\.item.id))
  }

  var sections: [Section] { [totals, months, refunds, refusals, flow, audit] }

  func table<Row>(
    _ caption: String, _ columns: [ReportColumn<Row>], _ rows: [Row], orNone: String?
  ) -> ReportTable {
    ReportTable(caption, columns, rows, orNone: orNone, formatting, linking: shown)
  }

  // MARK: Totals

  private struct Total {
    let currency: String
    let isDeleted: Bool
    let amounts: [Int64]
    let outcome: AuditedMoney.Outcome?
  }

  private var totals: Section {
    let streams = response.statistics.streams
    var rows = streams.sums.map { sum in
      Total(
        currency: sum.currency, isDeleted: false, amounts: sum.amounts,
        outcome: response.flow.outcome.first { $0.currency == sum.currency })
    }
    rows += (streams.deleted?.sums ?? []).map {
      Total(currency: $0.currency, isDeleted: true, amounts: $0.amounts, outcome: nil)
    }
    let statuses =
      (streams.groups ?? [])
      + [(Order.Status.deleted.rawValue, streams.deleted?.count ?? 0)].filter { $0.1 > 0 }
    return Section(
      name: .totals, title: "Totals",
      paragraphs: [
        "What was ordered, paid and refunded, and what is still due or to be refunded. "
          + "Deleted orders are listed separately."
      ], charts: [],
      tables: [
        table("Totals by currency", totalColumns, rows, orNone: "There are no orders."),
        table(
          "Orders by status",
          [
            .init("Status", "how far an order has come") { .text($0.name) },
            .init("Orders", "how many there are") { .count($0.count) },
          ], statuses, orNone: nil),
      ])
  }

  private var totalColumns: [ReportColumn<Total>] {
    [
      .init("Currency", "the currency of the amounts") { .text($0.currency) },
      .init("Of", "whether the orders are deleted") {
        .text($0.isDeleted ? "deleted orders" : "orders")
      },
    ]
      + sums {
        $0.amounts
      } currency: {
        $0.currency
      }
      + [
        .init("Due", "what is still to be paid") { row in
          row.outcome.map { .money(Int64(clamping: $0.due), currency: row.currency) } ?? .empty
        },
        .init("To refund", "what customers are to get back") { row in
          row.outcome.map { .money(Int64(clamping: $0.owed), currency: row.currency) } ?? .empty
        },
      ]
  }

  /// The columns of what is added up.
  private func sums<Row>(
    _ amounts: @escaping (Row) -> [Int64]?, currency: @escaping (Row) -> String
  ) -> [ReportColumn<Row>] {
    Orders.totals.enumerated().map { place, total in
      let (heading, meaning) = Self.words(for: total)
      return .init(heading, meaning) { row in
        amounts(row).map { .money($0[place], currency: currency(row)) } ?? .empty
      }
    }
  }

  /// The report's words for something that is added up.
  static func words(for total: SummedField) -> (heading: String, meaning: String) {
    switch total.name {
    case "total": ("Ordered", "what the orders come to")
    case "paid": ("Paid", "what was paid")
    case "refunded": ("Refunded", "what was paid back")
    default: (total.name, total.name)
    }
  }

  // MARK: Month by month

  private var months: Section {
    Section(
      name: .months, title: "Month by month",
      paragraphs: [
        "Orders count in the month in which they were created, amounts in the month of the command that changed them."
      ] + [chartNote].compactMap { $0 }, charts: monthCharts,
      tables: [
        table(
          "What happened in each month",
          [
            .init("Month", "when the commands were requested") { .text($0.group.values[0]) },
            .init("Of", "whether the orders are deleted now") {
              .text($0.isDeleted ? "deleted orders" : "orders")
            },
            .init("Commands", "how many there were; in the first row of each month") {
              $0.isFirst ? .count($0.group.entries) : .empty
            },
            .init("Refused", "how many of them were refused") {
              $0.isFirst ? .count($0.group.rejected) : .empty
            },
            .init("New orders", "how many were created") {
              $0.isFirstOfPart ? .count($0.part.streams) : .empty
            },
          ]
            + sums {
              $0.sum?.amounts
            } currency: {
              $0.sum?.currency ?? ""
            },
          response.months.rows, orNone: "Nothing happened.")
      ])
  }

  /// The largest number of bars one below the other.
  static let longestBarList = 16
}
