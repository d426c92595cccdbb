// Compares streams: folds both sides up to their positions and finds the differences.

import Conventions
import EventSourcing
import JSONLines

package enum CompareStates: RespondingScene {
  package struct Request: Sendable {
    package var from: String?
    package var to: String?
    /// Only these streams; all if empty.
    package var ids: [String] = []
    /// Whether to show only how many fields changed.
    package var countsOnly = false

    package init() {}
  }

  package struct Context {
    let first: History
    let second: History

    /// - Parameter other: The history of the second side; the same one if nil.
    package init(_ history: History, other: (any EntrySource)? = nil) {
      first = history
      second = other.map { History($0, of: history.domains) } ?? history
    }
  }

  package enum Kind: String, Sendable, CaseIterable {
    case added
    case changed
    case deleted
    case missing
  }

  package struct Response: HistoryResponse, Sendable {
    package struct Difference: Sendable {
      package let stream: StreamLabel
      let domain: any HistoryDomain.Type
      package let kind: Kind
      package let before: FieldTree?
      package let after: FieldTree?
      package let changes: FieldChanges
    }
    package let differences: [Difference]
    package let countsOnly: Bool
    let words: DomainWords
    package let tornTail: TornTail?

    package var isPositive: Bool { differences.isEmpty }
  }

  package struct ViewModel: Equatable, Sendable {
    package struct Section: Equatable, Sendable {
      package let kind: Kind
      package let title: String
      package let changes: [FieldChangeLine]
    }
    package let sections: [Section]
    package let summary: String
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let domains = context.first.domains
    let (before, end) = try context.first.fold(at: request.from)
    let (after, otherEnd) = try context.second.fold(at: request.to)
    for id in request.ids {
      guard let stream = StreamName(category: domains.main.category, id: id),
        before.state(of: stream) != nil || after.state(of: stream) != nil
      else { throw domains.noSuchStream(id, at: nil) }
    }
    let wanted = Set(request.ids.map { domains.label(of: "\(domains.main.category)/\($0)") })
    let all = before.differences(
      to: after, sharesHistory: context.first.source === context.second.source)
    let differences = all.filter { wanted.isEmpty || wanted.contains($0.stream) }
      .map(difference)
    return Response(
      differences: differences, countsOnly: request.countsOnly, words: domains.words,
      tornTail: end.tornTail ?? otherEnd.tornTail)
  }

  private static func difference(_ found: StreamDifference) -> Response.Difference {
    let kind: Kind =
      switch (found.before, found.after) {
      case (nil, _): .added
      case (_, nil): .missing
      case (let before?, let after?):
        !found.domain.isDeleted(before) && found.domain.isDeleted(after) ? .deleted : .changed
      }
    return Response.Difference(
      stream: found.stream, domain: found.domain, kind: kind, before: found.before,
      after: found.after,
      changes: FieldChanges(
        found.before ?? FieldTree(), found.after ?? FieldTree(), money: found.domain.money))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let sections = response.differences.map { difference in
      let lines = difference.changes.lines(formatting)
      let isOnBothSides = difference.kind == .changed || difference.kind == .deleted
      return ViewModel.Section(
        kind: difference.kind,
        title: title(of: difference, fields: lines.count, formatting),
        changes: response.countsOnly || !isOnBothSides ? [] : lines)
    }
    return ViewModel(sections: sections, summary: summary(of: response))
  }

  private static func title(
    of difference: Response.Difference, fields: Int, _ formatting: Formatting
  ) -> String {
    let words = difference.domain.words
    let name = words.isSingle ? words.subject : difference.stream.phrase
    switch difference.kind {
    case .added, .missing:
      let fields = difference.after ?? difference.before ?? FieldTree()
      let summary = difference.domain.summary(of: fields, formatting)
      return summary.isEmpty ? name : "\(name): \(summary)"
    case .changed, .deleted: return "\(name): \(counted(fields, "field"))"
    }
  }

  private static func summary(of response: Response) -> String {
    if response.differences.isEmpty { return "No differences." }
    let areOfMain = response.differences.allSatisfy { $0.stream.key == response.words.noun }
    let count = response.differences.count
    let total = areOfMain ? response.words.counted(count) : counted(count, "stream")
    let counts = response.counts.filter { $0.1 > 0 }
    if counts.count == 1 { return "\(total) \(counts[0].0.rawValue)." }
    let parts = counts.map { "\($0.1) \($0.0.rawValue)" }
    return "\(total) differ: \(parts.joined(separator: ", "))."
  }
}

extension CompareStates.Response {
  fileprivate var counts: [(CompareStates.Kind, Int)] {
    CompareStates.Kind.allCases.map { kind in (kind, differences.count { $0.kind == kind }) }
  }

  package enum Document: JSONRepresentable {
    case stream(Difference)
    case counts([(CompareStates.Kind, Int)])

    package func writeJSON(to writer: inout JSONWriter) {
      switch self {
      case .stream(let difference):
        writer.object {
          $0.member(named: difference.stream.key, difference.stream.text)
          $0.member("kind", difference.kind.rawValue)
          $0.member("fields", difference.changes)
        }
      case .counts(let counts): writer.numbers(counts.map { ($0.0.rawValue, Int64($0.1)) })
      }
    }
  }

  package var documents: [Document] {
    countsOnly ? [.counts(counts)] : differences.map { .stream($0) }
  }
}
