// A report for people: a page of sections, each with a few sentences, its charts and their tables.

import EventSourcing
import Formatting
import HistoryScenes
import JSONLines

extension ReportHistory {
  package struct ViewModel: Equatable, Sendable {
    package struct Fact: Equatable, Sendable {
      package let label: String
      package let value: String
    }

    package struct Section: Equatable, Sendable {
      package let name: Name
      package let title: String
      package let paragraphs: [String]
      package let charts: [ReportChart]
      package let tables: [ReportTable]
    }

    /// The names of sections, for links to them.
    package enum Name: String, CaseIterable, Sendable {
      case totals, months, refunds, refusals, flow, audit, list
    }

    package let title: String
    package let facts: [Fact]
    /// Notes that readers must know before anything else.
    package let notes: [String]
    package let sections: [Section]
    package let orders: [OrderTimeLine]
    package let ordersNote: String
    /// A summary for the person who made the report.
    package let summary: String
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let figures = ReportFigures(response, formatting)
    let shown = shownOrders(response, formatting)
    return ViewModel(
      title: "Orders report", facts: facts(response, formatting), notes: notes(response),
      sections: figures.sections + [
        ViewModel.Section(
          name: .list, title: "Orders", paragraphs: [shown], charts: [],
          tables: [ReportedOrder.list(response, formatting)])
      ],
      orders: response.orders.map { OrderTimeLine($0, formatting) },
      ordersNote: "Each order with all its commands: who requested it and why, its outcome, and "
        + "which fields it changed.",
      summary: "\(entryCount(response.end.entries)), \(response.orders.count) of "
        + "\(counted(response.orderCount, "order")) one by one")
  }

  private static func shownOrders(_ response: Response, _ formatting: Formatting) -> String {
    let (shown, count) = (response.orders.count, response.orderCount)
    let hasDeleted = response.statistics.streams.deleted.map { $0.count > 0 } ?? false
    let deleted = hasDeleted ? " Deleted ones are shown if their ids are passed." : ""
    func number(_ count: Int) -> String { formatting.number(Int64(count)) }
    if !response.request.ids.isEmpty {
      return shown == 1
        ? "The requested order." : "The \(shown) requested orders."
    }
    if count == 0 { return "There are no orders." + deleted }
    if shown == count {
      return (count == 1 ? "One order." : "All \(number(count)) orders.") + deleted
    }
    if shown == 0 { return noneShown(response, number(count)) + deleted }
    return "\(number(shown)) of \(number(count)) orders: those that were changed last." + deleted
  }

  private static func noneShown(_ response: Response, _ count: String) -> String {
    let why =
      response.request.limit != nil || response.request.since != nil
      ? ""
      : " The order that changed last has too long a history to be included by default: pass its id."
    return "None of \(count) orders." + why
  }

  private static func facts(_ response: Response, _ formatting: Formatting) -> [ViewModel.Fact] {
    let (end, request) = (response.end, response.request)
    let refused = response.statistics.refused.values.reduce(0, +)
    var facts = [("Store", response.storeID ?? "a single file, without an id")]
    facts.append(
      (
        "Entries",
        "\(formatting.number(Int64(end.entries))), of which \(formatting.number(Int64(refused))) "
          + (refused == 1 ? "was" : "were") + " refused"
      ))
    if let times = end.times {
      facts.append(("First entry", formatting.labelledSecond(times.lowerBound)))
      facts.append(("Last entry", formatting.labelledSecond(times.upperBound)))
    }
    facts.append(("As of", "entry \(end.seq)" + (request.at.map { " (\($0))" } ?? "")))
    if let since = request.since { facts.append(("Figures since", since)) }
    if let until = request.until { facts.append(("Until", until)) }
    facts.append(("Times and months", formatting.timeZone.name))
    return facts.map { ViewModel.Fact(label: $0, value: $1) }
  }

  private static func notes(_ response: Response) -> [String] {
    let privacy =
      response.request.includesPersonal
      ? "This page contains personal data: contacts, addresses and cards."
      : "Personal data (contacts, addresses, cards) is left out. The customers' ids, the names of those who "
        + "requested commands, and the reasons that they gave are shown."
    let since = response.request.since.map {
      "The figures are about entries since \($0); totals, findings and orders are about everything before, too."
    }
    return [privacy, since, response.statistics.tornTail?.warning].compactMap { $0 }
  }
}
