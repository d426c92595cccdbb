// The parts of a report that only orders have: money that is due, refunds by person, and the columns of their list.

extension Orders: ReportedDomain {
  package static var report: DomainReport {
    var report = DomainReport()
    report.aboutSums =
      "What was ordered, paid and refunded, and what is still due or to be refunded."
    report.sums = [
      "total": ("Ordered", "what the orders come to"), "paid": ("Paid", "what was paid"),
      "refunded": ("Refunded", "what was paid back"),
    ]
    report.amounts = [
      ("Due", "what is still to be paid"), ("To refund", "what customers are to get back"),
    ]
    report.groupMeaning = "how far an order has come"
    report.personalData = ["contacts", "addresses", "cards"]
    report.shownData = "customers' ids"
    report.groups = [.refunds]
    return report
  }

  package static func reportedAmounts(of states: [Order?]) -> [String: [Int128]] {
    MoneyByMonth.outcome(of: states).mapValues { [$0.due, $0.owed] }
  }

  package static func reportColumns(hasPersonal: Bool) -> [ReportColumn<ReportedState<Orders>>] {
    typealias Column = ReportColumn<ReportedState<Orders>>
    func column(
      _ name: String, _ meaning: String, _ value: @escaping (Order) -> ReportValue
    ) -> Column {
      Column(name, meaning) { $0.state.map(value) ?? .empty }
    }
    func money(_ name: String, _ meaning: String, _ amount: @escaping (Order) -> Int64) -> Column {
      column(name, meaning) { .money(amount($0), currency: $0.fields[.currency] ?? "") }
    }
    let name = column("Name", "the name of its contact") {
      .text(Formatting.standard.name(of: $0))
    }
    return [
      Column("Order", "its id") { .stream($0.id) },
      column("Status", "how far it has come") { .text($0.status.rawValue) },
      column("Placed", "when it was created") { .plain(.time($0.placedAt)) },
      column("Changed", "when it was changed last") { .plain(.time($0.updatedAt)) },
      column("Customer", "the customer's id") { $0.fields[.customer].map { .id($0) } ?? .empty },
    ] + (hasPersonal ? [name] : []) + [
      money("Total", "what it comes to") { $0.total },
      money("Paid", "what was paid") { $0.paid },
      money("Refunded", "what was paid back") { $0.refunded },
      money("Due", "what is still to be paid") { max(0, $0.due) },
    ]
  }
}

extension ReportHistory.ViewModel.Name {
  static let refunds = Self(rawValue: "refunds")
}

/// The refunds of an actor in a month in one currency, of orders that are deleted or aren't.
private struct Refund {
  let group: GroupedStatistics.Group
  let isFirst: Bool
  let isDeleted: Bool
  let sum: StreamStatistics.Sum

  static func rows(of group: GroupedStatistics.Group) -> [Refund] {
    let sums =
      group.kept.sums.map { (false, $0) } + (group.deleted?.sums ?? []).map { (true, $0) }
    return sums.enumerated().map { place, sum in
      Refund(group: group, isFirst: place == 0, isDeleted: sum.0, sum: sum.1)
    }
  }
}

extension ReportedGroups {
  fileprivate static let refunds = ReportedGroups(
    by: ["month", "actor"], where: #"command.type == "refund-order""#
  ) { response, figures in
    let place = Orders.totals.firstIndex { $0.name == "refunded" } ?? 0
    let rows = response.groups.filter { $0.accepted > 0 }.flatMap(Refund.rows)
    return Section(
      name: .refunds, title: "Refunds", paragraphs: ["Who refunded what in each month."],
      tables: [
        figures.table(
          "Refunds by month and person",
          [
            .init("Month", "when the refunds were requested") { .text($0.group.values[0]) },
            .init("Person", "who requested them") { .text($0.group.values[1]) },
          ] + figures.part("deleted now") { $0.isDeleted } + [
            .init("Refunds", "how many; in the first row of each group") {
              $0.isFirst ? .count($0.group.accepted) : .empty
            },
            .init("Refunded", "what was paid back") {
              .money($0.sum.amounts[place], currency: $0.sum.currency)
            },
          ], rows, orNone: "Nothing was refunded.")
      ])
  }
}
