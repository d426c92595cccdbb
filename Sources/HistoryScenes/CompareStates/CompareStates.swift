// Compares streams: folds both sides up to their positions and finds the differences.

package enum CompareStates: Scene, Interaction {
  package struct Request: Sendable {
    package var from: RequestedPosition?
    package var to: RequestedPosition?
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
      second = other.map { History($0, of: history.domains, times: history.times) } ?? history
    }
  }

  package enum Kind: String, Sendable, CaseIterable {
    case added
    case changed
    case deleted
    case missing
  }

  /// Streams come one by one, since there may be many, then how many there were.
  package enum Response: Sendable {
    case difference(Difference)
    case end(End)
  }

  package struct Difference: Sendable {
    package let stream: StreamLabel
    let domain: any HistoryDomain.Type
    package let kind: Kind
    package let before: FieldTree?
    package let after: FieldTree?
    package let changes: FieldChanges
    let erasures: Erasures
    let countsOnly: Bool
  }

  package struct End: Sendable {
    package fileprivate(set) var counts = Kind.allCases.map { (kind: $0, count: 0) }
    fileprivate var areOfMain = true
    let countsOnly: Bool
    let words: DomainWords
    package let tornTail: TornTail?

    fileprivate mutating func count(_ difference: Difference) {
      counts = counts.map { ($0, $1 + ($0 == difference.kind ? 1 : 0)) }
      areOfMain = areOfMain && difference.stream.key == words.noun
    }

    fileprivate var total: Int { counts.reduce(0) { $0 + $1.count } }
  }

  package enum ViewModel: Equatable, Sendable {
    package struct Section: Equatable, Sendable {
      package let kind: Kind
      package let title: String
      package let changes: [FieldChangeLine]
    }

    case section(Section)
    case summary(String)
  }

  package static func handle(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let domains = context.first.domains
    let isOneHistory = context.first.source === context.second.source
    let ends = (try context.first.resolve(request.from), try context.second.resolve(request.to))
    var (first, second) = (context.first, context.second)
    if isOneHistory {
      first = try first.narrowed(toWhatChangedBetween: ends.0, ends.1, request.ids)
      second = first
    }
    let (before, end) = try first.fold(through: ends.0, at: request.from)
    let (after, otherEnd) = try second.fold(through: ends.1, at: request.to)
    for id in request.ids {
      guard let stream = StreamName(category: domains.main.category, id: id),
        before.state(of: stream) != nil || after.state(of: stream) != nil
      else { throw domains.noSuchStream(id, at: nil) }
    }
    let wanted = Set(request.ids.map { domains.label(of: "\(domains.main.category)/\($0)") })
    var counted = End(
      countsOnly: request.countsOnly, words: domains.words,
      tornTail: end.tornTail ?? otherEnd.tornTail)
    let side = !isOneHistory ? .other : end.seq <= otherEnd.seq ? ComparedSet.earlier : .later
    before.eachDifference(to: after, as: side) { found in
      guard !presenter.isDone, wanted.isEmpty || wanted.contains(found.stream) else { return }
      let difference = difference(found, countsOnly: request.countsOnly)
      counted.count(difference)
      presenter.present(.difference(difference))
    }
    presenter.present(.end(counted))
    return counted.total == 0
  }

  private static func difference(_ found: StreamDifference, countsOnly: Bool) -> Difference {
    let kind: Kind =
      switch (found.before, found.after) {
      case (nil, _): .added
      case (_, nil): .missing
      case (let before?, let after?):
        !found.domain.isDeleted(before) && found.domain.isDeleted(after) ? .deleted : .changed
      }
    return Difference(
      stream: found.stream, domain: found.domain, kind: kind, before: found.before,
      after: found.after,
      changes: FieldChanges(
        found.before ?? FieldTree(), found.after ?? FieldTree(), of: found.domain.kinds),
      erasures: found.erasures, countsOnly: countsOnly)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .difference(let difference):
      let lines = difference.changes.lines(formatting)
      let isOnBothSides = difference.kind == .changed || difference.kind == .deleted
      return .section(
        .init(
          kind: difference.kind,
          title: title(of: difference, fields: lines.count, formatting),
          changes: difference.countsOnly || !isOnBothSides ? [] : lines))
    case .end(let end): return .summary(summary(of: end))
    }
  }

  private static func title(
    of difference: Difference, fields: Int, _ formatting: Formatting
  ) -> String {
    let words = difference.domain.words
    let name =
      difference.domain.isSingleStream ? words.subject : difference.stream.phrase
    switch difference.kind {
    case .added, .missing:
      let fields = difference.after ?? difference.before ?? FieldTree()
      let summary = difference.domain.summary(of: fields, formatting)
      let erased = difference.erasures.entries.isEmpty ? "" : ", personal data erased"
      return summary.isEmpty ? name + erased : "\(name): \(summary)\(erased)"
    case .changed, .deleted:
      guard !difference.erasures.entries.isEmpty else {
        let changes = fields == 0 ? "a new revision with the same fields" : counted(fields, "field")
        return "\(name): \(changes)"
      }
      return "\(name): " + (fields == 0 ? "" : counted(fields, "field") + ", ")
        + "personal data erased"
    }
  }

  private static func summary(of end: End) -> String {
    guard end.total > 0 else { return "No differences." }
    let total =
      end.areOfMain ? end.words.counted(end.total) : counted(end.total, "stream")
    let counts = end.counts.filter { $0.count > 0 }
    if counts.count == 1 { return "\(total) \(counts[0].kind.rawValue)." }
    let parts = counts.map { "\($0.count) \($0.kind.rawValue)" }
    return "\(total) differ: \(parts.joined(separator: ", "))."
  }
}

extension CompareStates.Response: SceneResponse, JSONRepresentable {
  package var documents: [CompareStates.Response] {
    switch self {
    case .difference(let difference): difference.countsOnly ? [] : [self]
    case .end(let end): end.countsOnly ? [self] : []
    }
  }

  package var notes: [String] {
    if case .end(let end) = self, let tail = end.tornTail { [tail.warning] } else { [] }
  }

  package func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .difference(let difference):
      writer.object {
        $0.member(named: difference.stream.key, difference.stream.text)
        $0.member("kind", difference.kind.rawValue)
        $0.member("fields", difference.changes)
        $0.erased(difference.erasures)
      }
    case .end(let end): writer.numbers(end.counts.map { ($0.kind.rawValue, Int64($0.count)) })
    }
  }
}
