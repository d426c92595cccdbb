// The streams that a report shows one by one: which these are, and the time line of each.

/// A stream, and every command for it.
struct ReportedStream: Sendable {
  struct Moment: Sendable {
    let seq: Int
    let at: Timestamp
    let rev: Int
    let actor: String
    let command: String
    let reason: String?
    let events: [String]
    /// The code of the refusal; nil if it was accepted.
    let refusal: String?
    let changes: FieldChanges?
  }

  let id: String
  /// Its fields at the end, without those that aren't shown.
  let fields: FieldTree
  let erasures: Erasures
  let moments: [Moment]
}

/// The streams of a report, besides their statistics.
struct ReportedStreams: Sendable {
  /// The streams that are shown one by one.
  let shown: [ReportedStream]
  /// The number of streams that could be shown.
  let count: Int
  /// The list of those that are shown.
  let columns: [(name: String, meaning: String)]
  let rows: [[ReportValue]]
  /// nil if no words group the streams.
  let flow: StatusFlow?
  /// The domain's own amounts at the end, by currency.
  let amounts: [String: [Int128]]
}

extension HistoryDomain {
  /// - Throws: `no-such-…` for the first of the named streams that isn't there.
  static func reported(
    by request: ReportHistory.Request, in history: History, of period: ClosedRange<Timestamp>,
    through end: Int
  ) throws(Failure) -> ReportedStreams {
    let hasPersonal = request.includesPersonal
    func own<D: ReportedDomain>(_: D.Type) throws(Failure) -> ReportedStreams {
      try StreamsReport<D>(request, history, period, through: end)
        .streams(D.reportColumns(hasPersonal: hasPersonal), D.reportedAmounts)
    }
    if let domain = self as? any ReportedDomain.Type { return try own(domain) }
    return try StreamsReport<Self>(request, history, period, through: end)
      .streams(fieldColumns(hasPersonal: hasPersonal)) { _ in [:] }
  }

  /// Whether a field of a change is personal data.
  fileprivate static func isPersonal(path: String) -> Bool {
    let name = path.replacing(/\[[0-9]+\]/, with: "")
    return personalFields.contains { $0 == name || name.hasPrefix($0 + ".") }
  }

  /// The columns of a domain that says nothing else: the fields of its states.
  private static func fieldColumns(hasPersonal: Bool) -> [ReportColumn<ReportedState<Self>>] {
    let schema = schema
    let revision = ReportColumn<ReportedState<Self>>(
      "Revision", "how many of its commands were accepted"
    ) { .count($0.rev) }
    let fields = listedFields.enumerated().filter { hasPersonal || !isPersonal(path: $1.name) }
    return [
      .init(words.noun.capitalizedFirst, "its id") { .stream($0.id) },
      .init("Created", "when it was created") { .plain($0.created.map { .time($0) } ?? .empty) },
      .init("Changed", "when it was changed last") { .plain(.time($0.changed)) },
    ] + (schema.field("rev") == nil ? [revision] : [])
      + fields.map { place, field in
        .init(field.name, "a field of the \(words.noun)") {
          .plain(schema.cell(place, of: $0.state))
        }
      }
  }
}

extension ReportHistory {
  /// The largest number of changes of fields in the time lines, to keep the page below 5 MB.
  static let usualChanges = 16_000
}

private struct StreamsReport<D: HistoryDomain> {
  let request: ReportHistory.Request
  let history: History
  let end: Int
  let found: ReportedStates<D>
  let start: Timestamp

  init(
    _ request: ReportHistory.Request, _ history: History, _ period: ClosedRange<Timestamp>,
    through end: Int
  ) throws(Failure) {
    var found = ReportedStates<D>(of: period)
    _ = try Failure.of(history.source.project(into: &found, through: end))
    (self.request, self.history, self.end) = (request, history, end)
    (self.found, start) = (found, period.lowerBound)
  }

  func streams(
    _ columns: [ReportColumn<ReportedState<D>>],
    _ amounts: ([D.State]) -> [String: [Int128]]
  ) throws(Failure) -> ReportedStreams {
    let (shown, count) = try request.ids.isEmpty ? latest() : named()
    let rows = shown.map { stream in
      let state = found.state(stream.index, in: history.domains)
      return columns.map { $0.value(state) }
    }
    return ReportedStreams(
      shown: shown.map(\.stream), count: count, columns: columns.map { ($0.name, $0.meaning) },
      rows: rows, flow: found.flow, amounts: amounts(found.states.states))
  }

  private typealias Shown = (index: Int, stream: ReportedStream)

  /// The streams that were changed last, as many as there is room for.
  private func latest() throws(Failure) -> ([Shown], count: Int) {
    let all = found.latest
    var indices = all.prefix(request.limit ?? ReportHistory.usualStreams).filter {
      found.state($0, in: history.domains).changed >= start
    }
    let most = ReportHistory.usualChanges
    // Each revision is at least one line: what has no room isn't read.
    if request.limit == nil {
      indices = indices.prefix(within: most) { found.states.revisions[$0] }
    }
    var streams = try withTimeLines(indices)
    if request.limit == nil { streams = streams.prefix(within: most) { $0.stream.lineCount } }
    return (streams, all.count)
  }

  /// The streams that are named, each once.
  private func named() throws(Failure) -> ([Shown], count: Int) {
    var indices: [Int] = []
    for id in request.ids {
      guard let name = StreamName(category: D.category, id: id),
        let index = found.index(of: name, includingUncreated: request.includesUncreated)
      else {
        throw history.domains.noSuchStream(
          id, at: request.at ?? request.until.map { .typed($0) },
          near: found.ids(near: id, in: history.domains), through: end)
      }
      if !indices.contains(index) { indices.append(index) }
    }
    return (try withTimeLines(indices), indices.count)
  }

  private func withTimeLines(_ indices: [Int]) throws(Failure) -> [Shown] {
    guard !indices.isEmpty else { return [] }
    let states = indices.map { found.state($0, in: history.domains) }
    // A single stream has no id.
    var log = ShowLog.Request(ids: D.isSingleStream ? [] : states.map(\.id), at: .entry(end))
    (log.showsChanges, log.showsPlaces) = (true, true)
    func isLeftOut(_ path: String) -> Bool {
      !request.includesPersonal && D.isPersonal(path: path)
    }
    var moments: [String: [ReportedStream.Moment]] = [:]
    try ShowLog.handle(log, in: history) { response in
      guard case .entry(let item) = response else { return }
      moments[item.stream.text, default: []].append(.init(item, without: isLeftOut))
    }
    return zip(indices, states).map { index, state in
      let fields = D.fields(of: state.state, id: state.id)
      return (
        index,
        ReportedStream(
          id: state.id, fields: fields.with(fields.leaves.filter { !isLeftOut($0.path) }),
          erasures: found.erasures(of: index), moments: moments[state.id] ?? [])
      )
    }
  }
}

extension ReportedStream {
  fileprivate var lineCount: Int { moments.reduce(0) { $0 + 1 + ($1.changes?.lineCount ?? 0) } }
}

extension Array {
  /// The first elements, whose sizes add up to a limit at most.
  fileprivate func prefix(within limit: Int, size: (Element) -> Int) -> [Element] {
    var rest = limit
    return Array(
      prefix { element in
        rest -= size(element)
        return rest >= 0
      })
  }
}

extension ReportedStream.Moment {
  /// The entry isn't kept, because it would keep its part of the log.
  fileprivate init(_ item: ShowLog.Item, without isLeftOut: (String) -> Bool) {
    let entry = item.entry
    self.init(
      seq: entry.seq, at: entry.at, rev: entry.rev, actor: entry.storage.string(entry.actor),
      command: item.command, reason: item.reason, events: item.events, refusal: item.refusalText,
      changes: entry.isAccepted ? item.changes?.without(isLeftOut) : nil)
  }
}
