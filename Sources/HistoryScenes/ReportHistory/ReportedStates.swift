// The one pass over a history that only its report needs: how streams went from word to word, and when each of them
// was created and changed.

/// A stream as it is at the end of a report.
package struct ReportedState<D: HistoryDomain> {
  package let id: String
  package let state: D.State
  /// The number of its accepted commands.
  let rev: Int
  let created: Timestamp?
  let changed: Timestamp
}

struct ReportedStates<D: HistoryDomain>: Projection {
  /// When a stream came to have a state, and when its last command was accepted; nil before the first one.
  private typealias Times = (created: Timestamp?, changed: Timestamp)

  private(set) var states = StateProjection<D>(checksRevisions: false)
  private var times: [Times?] = []
  /// The field by whose words streams are grouped.
  private let field: FieldSchema<D.State>.Field?
  /// nil if there is no such field.
  private(set) var flow: StatusFlow?
  private var words: [String] = []

  /// - Parameter period: The time in which a stream must have gone to another word for that to be counted.
  init(of period: ClosedRange<Timestamp>) {
    field = D.grouping.flatMap { D.schema.field($0.field) }
    guard let field, case .word(let words) = field.type else { return }
    self.words = words
    flow = StatusFlow(of: field.name, words, period)
  }

  var vocabularies: [Vocabulary] { states.vocabularies }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try states.decode(entry)
    guard states.body.isOfDomain else { return }
    let index = states.number(of: entry.storage.slice(entry.stream))
    if index == times.count { times.append(nil) }
    let before = place(of: states.states[index])
    try states.apply(entry, to: index)
    guard entry.isAccepted else { return }
    var created = times[index]?.created
    if created == nil, D.exists(states.states[index]) { created = entry.at }
    times[index] = (created, entry.at)
    let after = place(of: states.states[index])
    flow?.take(before, after, of: index, at: entry.at)
  }

  /// The place of a state's word among all.
  private func place(of state: D.State) -> Int? {
    guard flow != nil, let field else { return nil }
    if let place = field.place(in: state) { return place }
    guard case .text(let text) = field.read(state) else { return nil }
    return words.firstIndex(of: String(text))
  }

  /// The number of a stream that has had a state, or only entries; nil if there is none with this name.
  func index(of stream: StreamName, includingUncreated: Bool) -> Int? {
    states.streams.find(stream.text.bytes).flatMap {
      includingUncreated || times[$0]?.created != nil ? $0 : nil
    }
  }

  /// The numbers of the streams that aren't deleted, the last changed first.
  var latest: [Int] {
    let there = times.indices.filter { index in
      times[index]?.created != nil && !D.isDeleted(states.states[index])
    }
    func key(_ index: Int) -> (Timestamp, Timestamp, Int) {
      (times[index]?.changed ?? .earliest, times[index]?.created ?? .earliest, index)
    }
    return there.sorted { key($0) > key($1) }
  }

  func state(_ index: Int, in domains: HistoryDomains) -> ReportedState<D> {
    ReportedState(
      id: domains.label(of: states.streams.name(index)).text, state: states.states[index],
      rev: states.revisions[index], created: times[index]?.created,
      changed: times[index]?.changed ?? .earliest)
  }

  func erasures(of index: Int) -> Erasures { Erasures(states.erasures(of: index)) }

  /// The ids of streams that differ from this one by one typing mistake, the latest first.
  func ids(near id: String, in domains: HistoryDomains) -> [String] {
    let words = StreamName.idsNear(id)
    let near = latest.map { state($0, in: domains) }.filter { words.contains($0.id) }
      .sorted { ($0.created ?? .earliest, $0.id) > ($1.created ?? .earliest, $1.id) }
    return suggestions(for: id, among: near.map(\.id), withinMistakes: 1)
  }
}
