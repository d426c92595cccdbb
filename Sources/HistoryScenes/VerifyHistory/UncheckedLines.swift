// The lines of a single file that have no checksum.

import EventSourcing
import JSONLines

/// The entries whose lines have no checksum, so that nothing tells whether they are damaged.
package struct UncheckedLines: Sendable {
  private var entries: [ClosedRange<Int>] = []
  /// The entry that was read last, and whether its line has no checksum.
  private var last = (seq: 0, isUnchecked: false)
  /// How many there are.
  package private(set) var count = 0

  /// Before an entry is read: one of an older version is read again in another form, which has no checksum.
  mutating func look(at entry: Entry) {
    if entry.seq != last.seq { last = (entry.seq, entry.crc == nil) }
  }

  /// After it was read, and is good.
  mutating func take(_ entry: Entry) {
    guard last.isUnchecked else { return }
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
