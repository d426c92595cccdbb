// Goes through a history and tells what each entry changed, whichever of the product's domains it is
// of.

import EventSourcing
import JSONLines
import Orders
import Replay

/// Folds the entries of all of the product's domains, or of one stream, change by change.
struct StoreChanges: DomainsReading {
  var domains: DomainsProjection<ChangeProjection<Orders>, ChangeProjection<Catalogue>>

  /// - Parameter stream: The only stream to look at; all if nil.
  init(of stream: StreamName? = nil, form: LineForm, readsCommands: Bool = false) {
    domains = DomainsProjection(
      orders: ChangeProjection(of: stream, form: form, readsCommands: readsCommands),
      catalogue: ChangeProjection(of: stream, form: form, readsCommands: readsCommands))
  }

  var orders: ChangeProjection<Orders> { domains.orders }
  /// Whether the last entry is about an order.
  var isOrder: Bool { domains.current == .order }

  /// The fields before and behind the last entry; none if it isn't wanted.
  func fields(of entry: Entry) -> (before: FieldTree, after: FieldTree) {
    let name = entry.storage.string(entry.stream)
    let id = name.split(separator: "/", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    switch domains.current {
    case .order: return Self.fields(domains.orders, of: id)
    case .catalogue: return Self.fields(domains.catalogue, of: id)
    }
  }

  private static func fields<D>(_ changes: ChangeProjection<D>, of id: String) -> (
    before: FieldTree, after: FieldTree
  ) {
    guard let change = changes.change else { return (FieldTree(), FieldTree()) }
    return (D.fields(of: change.before, id: id), D.fields(of: change.after, id: id))
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) { try domains.read(entry) }
}

extension EntrySource {
  /// Looks at every entry of one stream up to and including `seq`, with what it changed.
  ///
  /// - Parameter stream: Its name.
  /// - Returns: The tail that a crash left, if the end was reached and there is one.
  func eachChange(
    of stream: StreamName, through seq: Int, readsCommands: Bool = false,
    _ body: (Entry, StoreChanges) throws(JSONError) -> Void
  ) throws(LogError) -> TornTail? {
    var reader = try EntryReader(self)
    var changes = StoreChanges(of: stream, form: form, readsCommands: readsCommands)
    while reader.seq < seq, let entry = try reader.next(into: &changes), entry.seq <= seq {
      guard stream.isStream(of: entry) else { continue }
      do throws(JSONError) {
        try body(entry, changes)
      } catch {
        throw reader.unreadable(error, seq: entry.seq)
      }
    }
    if seq != .max && reader.seq < seq { throw .noEntry(seq, end: reader.seq) }
    return reader.tornTail
  }

  /// The stream of the entry with this number.
  func stream(ofEntry seq: Int) throws(LogError) -> StreamName {
    var reader = try EntryReader(self)
    while reader.seq < seq, let entry = try reader.next() {
      guard entry.seq == seq else { continue }
      guard let stream = StreamName(Text(entry.storage, entry.stream)) else {
        throw reader.corrupt("The entry's stream has no name that a stream can have.", seq: seq)
      }
      return stream
    }
    throw .noEntry(seq, end: reader.seq)
  }
}
