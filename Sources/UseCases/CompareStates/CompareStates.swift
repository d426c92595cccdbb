// Compares orders: folds both sides up to their moments and looks for what isn't the same.

import Conventions
import EventSourcing
import JSONLines
import Orders
import Replay

package enum CompareStates: RespondingScene {
  package struct Request: Sendable {
    /// The earlier moment: the beginning of the comparison.
    package var from: String?
    /// The later moment; the end if nil.
    package var to: String?
    /// Only these orders; all if empty.
    package var orders: [String] = []
    /// Whether to show only how many fields changed.
    package var countsOnly = false

    package init() {}
  }

  /// The histories of the two sides.
  package struct Context {
    let first: any EntrySource
    let second: any EntrySource

    /// - Parameters:
    ///   - source: The history of the first side.
    ///   - other: The history of the second side; the same one if nil.
    package init(source: any EntrySource, other: (any EntrySource)? = nil) {
      first = source
      second = other ?? source
    }
  }

  package enum Kind: String, Sendable, CaseIterable {
    /// Only the second side has it.
    case added
    /// Both have it, with other fields.
    case changed
    /// It was deleted between the two.
    case deleted
    /// Only the first side has it.
    case missing
  }

  package struct Response: HistoryResponse, Sendable {
    package struct Difference: Sendable {
      package let id: String
      package let kind: Kind
      /// The order on the first side, if it is there.
      package let before: Order?
      /// The order on the second side, if it is there.
      package let after: Order?
      package let changes: FieldChanges
    }
    /// The orders that differ, in the order of their creation.
    package let differences: [Difference]
    /// Whether only numbers of fields were asked for.
    package let countsOnly: Bool
    package let tornTail: TornTail?

    package var isPositive: Bool { differences.isEmpty }
  }

  package struct ViewModel: Equatable, Sendable {
    package struct Section: Equatable, Sendable {
      package let kind: Kind
      /// Which order, and how it stands.
      package let title: String
      /// The fields that differ; none if only numbers were asked for.
      package let changes: [FieldChangeLine]
    }
    package let sections: [Section]
    /// How many there are, in a sentence; also says if there are none.
    package let summary: String
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let (before, end) = try context.first.fold(at: request.from)
    let (after, otherEnd) = try context.second.fold(at: request.to)
    for id in request.orders where before.order(id) == nil && after.order(id) == nil {
      throw .noSuchOrder(id, at: nil)
    }
    let wanted = Set(request.orders)
    let all = before.orders.differences(
      to: after.orders, sharesHistory: context.first === context.second)
    let differences = all.filter { wanted.isEmpty || wanted.contains($0.id) }
      .map { difference($0) }
    return Response(
      differences: differences, countsOnly: request.countsOnly,
      tornTail: end.tornTail ?? otherEnd.tornTail)
  }

  private static func difference(_ found: StateDifference<Orders>) -> Response.Difference {
    let before = found.before ?? nil
    let after = found.after ?? nil
    return Response.Difference(
      id: found.id, kind: kind(before, after), before: before, after: after,
      changes: FieldChanges(
        Orders.fields(of: before, id: found.id), Orders.fields(of: after, id: found.id)))
  }

  private static func kind(_ before: Order?, _ after: Order?) -> Kind {
    guard let before else { return .added }
    guard let after else { return .missing }
    return before.status != .deleted && after.status == .deleted ? .deleted : .changed
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let sections = response.differences.map { difference in
      let lines = difference.changes.lines(formatting)
      let isOnBothSides = difference.kind == .changed || difference.kind == .deleted
      return ViewModel.Section(
        kind: difference.kind, title: title(of: difference, fields: lines.count, formatting),
        changes: response.countsOnly || !isOnBothSides ? [] : lines)
    }
    return ViewModel(sections: sections, summary: summary(of: response))
  }

  private static func title(
    of difference: Response.Difference, fields: Int, _ formatting: Formatting
  ) -> String {
    guard let order = difference.after ?? difference.before else { return difference.id }
    let total = formatting.money(of: order, order.total)
    return switch difference.kind {
    case .added, .missing: "order \(difference.id): \(order.status.rawValue), \(total)"
    case .changed, .deleted: "order \(difference.id): \(counted(fields, "field"))"
    }
  }

  private static func summary(of response: Response) -> String {
    if response.differences.isEmpty { return "No differences." }
    let parts = response.counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    return "\(counted(response.differences.count, "order")): \(parts.joined(separator: ", "))."
  }
}

extension CompareStates.Response {
  fileprivate var counts: [(CompareStates.Kind, Int)] {
    CompareStates.Kind.allCases.map { kind in (kind, differences.count { $0.kind == kind }) }
  }

  /// What programs read: an order that differs, or only how many there are.
  package enum Document: JSONRepresentable {
    case order(Difference)
    case counts([(CompareStates.Kind, Int)])

    package func writeJSON(to writer: inout JSONWriter) {
      switch self {
      case .order(let difference):
        writer.object {
          $0.member("order", difference.id)
          $0.member("kind", difference.kind.rawValue)
          $0.member("fields", difference.changes)
        }
      case .counts(let counts): writer.numbers(counts.map { ($0.0.rawValue, Int64($0.1)) })
      }
    }
  }

  package var documents: [Document] {
    countsOnly ? [.counts(counts)] : differences.map { .order($0) }
  }
}
