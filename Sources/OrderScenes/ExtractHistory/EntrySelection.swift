// Which entries are taken out of a history: those of a range, and what they stand on.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

/// The entries of some streams in a range, and the accepted ones before it of the streams that have
/// an entry in it.
struct EntrySelection {
  private let orders: [Text]
  private let first: Int
  private var last: Int
  /// The streams that have an entry in the range.
  private var streams = StreamTable()

  init(_ request: ExtractHistory.Request, in source: any EntrySource) throws(Failure) {
    orders = try (orderNames(request.orders) ?? []).map { Text($0) }
    (first, last) = try source.resolve(range: request.range)
  }

  /// Of how many streams entries are taken.
  var streamCount: Int { streams.count }

  /// Looks once at the beginnings of all entries. O(n).
  ///
  /// - Returns: Which of the orders there are, in the order in which they were asked for.
  /// - Throws: `beyondEnd` if the range isn't in the history.
  mutating func survey(_ source: any EntrySource) throws(LogError) -> [Bool] {
    var isThere = orders.map { _ in false }
    var reader = try EnvelopeReader(source)
    var end = 0
    while let entry = try reader.next() {
      end = entry.seq
      let name = reader.name(of: entry)
      let place = orders.firstIndex { $0.bytes.elementsEqual(name) }
      if let place { isThere[place] = true }
      guard orders.isEmpty || place != nil, first < end, end <= last else { continue }
      _ = streams.insert(name)
    }
    let missing = [first, last].first { $0 != .max && $0 > end }
    if missing != nil || isThere.contains(false) {
      // A line that can't be read ends the beginnings, too; it is the one to be told of.
      var reader = try EntryReader(source)
      while try reader.next() != nil {}
    }
    if let missing { throw .noEntry(missing, end: end) }
    return isThere
  }

  func contains(_ entry: Entry) -> Bool {
    guard entry.seq <= last, entry.seq > first || entry.isAccepted else { return false }
    return streams.find(entry.storage.slice(entry.stream)) != nil
  }

  /// Whether an entry lies behind all that are taken.
  func isBehind(_ entry: Entry) -> Bool { entry.seq > last }
}

/// The lines of the entries that are taken, one after another.
struct SelectedLines {
  private let selection: EntrySelection
  private let pseudonyms: EntryPseudonyms?
  private var reader: EntryReader
  private var body = DomainsProjection(
    orders: DomainBody<Orders>(readsCommands: true),
    catalogue: DomainBody<Catalogue>(readsCommands: true))
  private(set) var count = 0

  init(_ selection: EntrySelection, of source: any EntrySource, _ pseudonyms: EntryPseudonyms?)
    throws(LogError)
  {
    self.selection = selection
    self.pseudonyms = pseudonyms
    reader = try EntryReader(source)
  }

  /// What a crash left behind the last entry, once the end was reached.
  var tornTail: TornTail? { reader.tornTail }

  /// Writes the next line without its LF in place of what the writer holds.
  ///
  /// - Returns: false at the end.
  mutating func next(_ writer: inout JSONWriter) throws(LogError) -> Bool {
    while let entry = try read(), !selection.isBehind(entry) {
      guard selection.contains(entry) else { continue }
      writer.removeAll()
      if let pseudonyms {
        do throws(JSONError) {
          try pseudonyms.write(entry, to: &writer)
        } catch {
          throw reader.unreadable(error, seq: entry.seq)
        }
        guard writer.count < maximumLineLength else { throw .tooLong(entry.seq) }
      } else {
        writer.raw(entry.bytes)
      }
      count += 1
      return true
    }
    return false
  }

  /// Where texts are replaced, older forms are brought into today's, whose fields are known.
  private mutating func read() throws(LogError) -> Entry? {
    try pseudonyms == nil ? reader.next() : reader.next(into: &body)
  }
}

extension LogError {
  fileprivate static func tooLong(_ seq: Int) -> LogError {
    LogError(
      .entryTooLarge, "With pseudonyms, entry \(seq) is longer than a line may be, 1 MiB.",
      seq: seq, hint: "Take a range without it.")
  }
}
