// Counts the lines that have no checksum, which a single file may have, while another projection reads them.

import EventSourcing
import JSONLines

struct ChecksumObserver<Base: Projection>: Projection {
  private(set) var base: Base
  private(set) var unchecked = UncheckedLines()

  init(_ base: Base) { self.base = base }

  var upcasters: [Upcaster] { base.upcasters }
  var checksRevisions: Bool { base.checksRevisions }
  mutating func join(_ readAhead: ReadAhead) { base.join(readAhead) }
  mutating func begin(with base: LogBase) throws(LogError) { try self.base.begin(with: base) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    // First: an entry of an older version is read again in another form.
    unchecked.take(entry)
    try base.read(entry)
  }
}

/// The entries whose lines have no checksum, so that nothing tells whether they are damaged.
package struct UncheckedLines: Equatable, Sendable {
  private var entries: [ClosedRange<Int>] = []
  private var last = 0
  /// How many there are.
  package private(set) var count = 0

  fileprivate mutating func take(_ entry: Entry) {
    guard entry.seq > last else { return }
    last = entry.seq
    guard entry.crc == nil else { return }
    count += 1
    if let range = entries.last, range.upperBound == entry.seq - 1 {
      entries[entries.count - 1] = range.lowerBound...entry.seq
    } else {
      entries.append(entry.seq...entry.seq)
    }
  }

  /// At most that many ranges are named on the page.
  private static let limit = 10

  var sentences: [String] {
    guard count > 0 else { return [] }
    let named = entries.prefix(Self.limit).map { range in
      range.count == 1 ? "@\(range.lowerBound)" : "@\(range.lowerBound) to @\(range.upperBound)"
    }
    let rest = entries.count - named.count
    let (lines, they) = count == 1 ? ("1 line has", "it is") : ("\(count) lines have", "they are")
    return [
      "\(lines) no checksum, so nothing tells whether \(they) damaged: "
        + named.joined(separator: ", ") + (rest > 0 ? " and others." : ".")
    ]
  }
}

extension UncheckedLines: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("count", count)
    object.member("entries", entries.map { [$0.lowerBound, $0.upperBound] })
  }
}

extension ChecksumObserver: SalvageProjection where Base: SalvageProjection {
  mutating func noteDamage() { base.noteDamage() }
}
