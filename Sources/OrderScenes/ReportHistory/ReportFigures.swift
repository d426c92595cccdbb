// The figures of a report: what each of its sections says, and the tables in it.

import Conventions
import EventSourcing
import HistoryScenes
import OrderDomain

struct ReportFigures {
  typealias Section = ReportHistory.ViewModel.Section
  typealias Group = GroupedStatistics.Group
  typealias GroupRow = GroupedStatistics.Response.Row

  let response: ReportHistory.Response
  let formatting: Formatting
  private let shown: Set<String>

  init(_ response: ReportHistory.Response, _ formatting: Formatting) {
    (self.response, self.formatting) = (response, formatting)
    shown = Set(response.orders.map(\.item.id))
  }

  var sections: [Section] { [totals, months, refunds, refusals, flow, audit] }

  private func table<Row>(
    _ caption: String, _ columns: [ReportColumn<Row>], _ rows: [Row], orNone: String?
  ) -> ReportTable {
    ReportTable(caption, columns, rows, orNone: orNone, formatting, linking: shown)
  }

  // MARK: Totals

  private struct Total {
    let currency: String
    let isDeleted: Bool
    let amounts: [Int64]
    let outcome: MoneyByMonth.Outcome?
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
        "What orders come to, what of it was paid and paid back, and what is still to be paid or refunded. "
          + "The money of deleted orders is apart."
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
    let words = [
      "total": ("Ordered", "what the orders come to"), "paid": ("Paid", "what was paid"),
    ]
    return Orders.totals.enumerated().map { place, total in
      let (name, meaning) = words[total.name] ?? ("Refunded", "what was paid back")
      return .init(name, meaning) { row in
        amounts(row).map { .money($0[place], currency: currency(row)) } ?? .empty
      }
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

  // MARK: Refunds and refusals

  private var refunds: Section {
    let rows = response.refunds.rows.filter { $0.group.accepted > 0 && $0.sum != nil }
    return Section(
      name: .refunds, title: "Refunds", paragraphs: ["Who refunded what in each month."],
      charts: [],
      tables: [
        table(
          "Refunds by month and person",
          [
            .init("Month", "when the refunds were requested") { .text($0.group.values[0]) },
            .init("Person", "who requested them") { .text($0.group.values[1]) },
            .init("Of", "whether the orders are deleted now") {
              .text($0.isDeleted ? "deleted orders" : "orders")
            },
            .init("Refunds", "how many; in the first row of each group") {
              $0.isFirst ? .count($0.group.accepted) : .empty
            },
            .init("Refunded", "what was paid back") { row in
              row.sum.map { .money($0.amounts[2], currency: $0.currency) } ?? .empty
            },
          ], rows, orNone: "Nothing was refunded.")
      ])
  }

  /// How often each rule refused a command, the one that did most first.
  private var refusalsByRule: [(rule: String, count: Int)] {
    var counts: [String: Int] = [:]
    for group in response.refusals.groups {
      counts[group.values[0] ?? "", default: 0] += group.rejected
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  private var refusals: Section {
    let rules = refusalsByRule
    let ranks = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.rule, $0) })
    let groups = response.refusals.groups.sorted { one, other in
      let (first, second) = (
        ranks[one.values[0] ?? ""] ?? 0, ranks[other.values[0] ?? ""] ?? 0
      )
      return first == second ? one.rejected > other.rejected : first < second
    }
    let most = rules.first.map { "The rule that refused most is \($0.rule)." }
    let count = rules.reduce(0) { $0 + $1.count }
    return Section(
      name: .refusals, title: "Refused commands",
      paragraphs: [
        count == 0
          ? "No command was refused."
          : "\(formatting.number(Int64(count))) \(count == 1 ? "command was" : "commands were") refused. \(most ?? "")"
      ], charts: rules.isEmpty ? [] : [refusalChart(rules)],
      tables: [
        table(
          "Refused commands by rule and person",
          [
            .init("Rule", "the code of the refusal") { .text($0.values[0]) },
            .init("Person", "who requested the commands") { .text($0.values[1]) },
            .init("Refused", "how many were refused") { .count($0.rejected) },
          ], groups, orNone: nil)
      ])
  }

  private func refusalChart(_ rules: [(rule: String, count: Int)]) -> ReportChart {
    ReportChart(
      "Refused commands by rule", .bars,
      rules.prefix(Self.longestBarList).map {
        .init(label: $0.rule, value: Int64($0.count), text: formatting.number(Int64($0.count)))
      }, formatting)
  }

  /// How many bars one below the other a chart has.
  static let longestBarList = 16

  // MARK: Status

  private var flow: Section {
    let rows = response.flow.rows
    return Section(
      name: .flow, title: "From status to status",
      paragraphs: [
        "How many times orders went from one status to another, and how long they had been in the first one."
      ], charts: rows.isEmpty ? [] : [flowChart(rows)],
      tables: [
        table("Changes of status", flowColumns, rows, orNone: "No order changed its status.")
      ])
  }

  private var flowColumns: [ReportColumn<StatusFlow.Row>] {
    func column(
      _ name: String, _ meaning: String, _ time: @escaping (StatusFlow.Durations) -> Int64
    ) -> ReportColumn<StatusFlow.Row> {
      .init(name, meaning) { $0.durations.map { .duration(time($0)) } ?? .empty }
    }
    return [
      .init("From", "the status before; new for orders that begin") {
        .text($0.step.from?.rawValue ?? "new")
      },
      .init("To", "the status after") { .text($0.step.to.rawValue) },
      .init("Times", "how often that happened") { .count($0.count) },
      column("Median", "half of them took at most this long") { $0.median },
      column("90 %", "nine of ten took at most this long") { $0.ninetieth },
      column("Shortest", "the shortest time") { $0.shortest },
      column("Longest", "the longest time") { $0.longest },
    ]
  }

  private func flowChart(_ rows: [StatusFlow.Row]) -> ReportChart {
    ReportChart(
      "Changes of status", .bars,
      rows.prefix(2 * Self.longestBarList).map { row in
        let count = formatting.number(Int64(row.count))
        let median = row.durations.map { ", half within \(Formatting.duration($0.median))" } ?? ""
        return .init(
          label: "\(row.step.from?.rawValue ?? "new") → \(row.step.to.rawValue)",
          value: Int64(row.count), text: count + median)
      }, formatting)
  }

  // MARK: Audit

  private var audit: Section {
    let model = AuditHistory.viewModel(of: response.audit, formatting)
    let results = response.audit.examination?.findings ?? []
    let findings = results.flatMap { result in result.witnesses.map { (result, $0) } }
    return Section(
      name: .audit, title: "Audit",
      paragraphs: model.sections.map { "\($0.title): \($0.lines.joined(separator: " "))" }
        + [model.conclusion], charts: [],
      tables: [
        table(
          "What should be explained",
          [
            .init("Finding", "what it is called") { .text($0.name) },
            .init("Places", "how many there are") { .count($0.count) },
            .init("What it means", "in a sentence") { .text($0.meaning) },
          ], results, orNone: nil),
        table(
          "The first places of each finding",
          [
            .init("Finding", "what it is called") { .text($0.0.name) },
            .init("Entry", "the entry that shows it") { $0.1.seq.map { .count($0) } ?? .empty },
            .init("Order", "the order that it is about") { row in
              row.1.order.map { .order($0) } ?? .empty
            },
            .init("Note", "who or what, if that isn't in the entry") { .text($0.1.note) },
          ], findings, orNone: nil),
      ])
  }
}
