// Lines that no engine wrote, and sources that hand them out.

import EventSourcing
import Integrity
import JSONLines

/// An entry as a list of members, to be changed before it becomes a line.
struct HandmadeEntry: Sendable {
  var members: [(key: String, json: String)]

  /// An entry with nothing but what every entry has.
  static func plain(
    seq: Int, at: String = "2026-11-20T09:00:00.000000Z", stream: String = "order/1001",
    rev: Int? = nil
  ) -> HandmadeEntry {
    HandmadeEntry(members: [
      ("seq", "\(seq)"), ("at", "\"\(at)\""), ("stream", "\"\(stream)\""), ("rev", "\(rev ?? seq)"),
      ("actor", #""amy""#), ("command", #"{"type":"pay-order","id":"c-7","amount":12999}"#),
      ("events", #"[{"type":"payment-received","amount":12999},{"type":"order-paid"}]"#),
    ])
  }

  /// A refused command.
  static func refused(seq: Int) -> HandmadeEntry {
    var entry = plain(seq: seq)
    entry["events"] = nil
    entry.members.append(("rejected", #"{"code":"order-already-shipped"}"#))
    return entry
  }

  /// An entry that opens a segment.
  static func opening(seq: Int) -> HandmadeEntry {
    var entry = plain(seq: seq)
    entry.members.insert(
      contentsOf: [
        ("format", "1"), ("store", "\"\(HandmadeSource.id)\""), ("engine", #""1""#),
      ], at: 5)
    return entry
  }

  /// An entry with every member that there can be.
  static let full = HandmadeEntry(members: [
    ("seq", "7"), ("at", #""2026-11-20T09:00:00.000000Z""#), ("stream", #""order/1001""#),
    ("rev", "3"), ("actor", #""amy""#), ("format", "1"),
    ("store", #""0123456789abcdef0123456789abcdef""#), ("engine", #""1""#), ("batch", "2"),
    ("source", #""olist""#), ("line", "12"), ("recordedBy", #""till""#),
    ("meta", #"{"on-behalf-of":"bob"}"#),
    ("command", #"{"type":"pay-order","id":"c-7","amount":12999,"method":"card \"gold\""}"#),
    ("events", #"[{"type":"payment-received","amount":12999},{"type":"order-paid"}]"#),
    ("personal", #"{"salt":"0123456789abcdef0123456789abcdef","contact":{"firstName":"Amy"}}"#),
  ])

  subscript(_ key: String) -> String? {
    get { members.first { $0.key == key }?.json }
    set {
      guard let index = members.firstIndex(where: { $0.key == key }) else { return }
      if let newValue { members[index].json = newValue } else { members.remove(at: index) }
    }
  }

  /// The line without its LF and without a checksum.
  var unsealed: String {
    "{" + members.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
  }

  /// The line without its LF, with its checksum.
  var line: String {
    let covered = String(unsealed.dropLast())
    let storage = ByteStorage.copy(of: covered)
    let digits = String(CRC32C.checksum(of: storage.bytes), radix: 16)
    return covered + #","crc":""# + String(repeating: "0", count: 8 - digits.count) + digits + "\"}"
  }
}

/// A store's files as they might be found.
final class HandmadeSource: LogSource {
  static let id = "0123456789abcdef0123456789abcdef"

  let form: LineForm
  let storeID: String?
  private let segments: [(first: Int, text: String)]
  private let tear: TornTail?

  /// - Parameter tear: The report of the line at this place, if it is asked for.
  init(_ segments: [(first: Int, text: String)], form: LineForm = .store, tear: TornTail? = nil) {
    self.segments = segments
    self.form = form
    self.tear = tear
    storeID = form == .store ? Self.id : nil
  }

  convenience init(_ entries: [HandmadeEntry]) {
    self.init([(1, entries.map { $0.line + "\n" }.joined())])
  }

  func chunks(from cursor: LogCursor) -> any ChunkReader {
    Chunks(segments.flatMap { Self.chunks(of: $0, from: cursor) })
  }

  /// Two lines in each chunk.
  private static func chunks(of segment: (first: Int, text: String), from cursor: LogCursor)
    -> [LogChunk]
  {
    var chunks: [LogChunk] = []
    var (byte, line) = (0, 1)
    guard segment.first >= cursor.segment else { return [] }
    var rest = segment.text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if rest.last == "" { rest.removeLast() }
    if segment.first == cursor.segment {
      while byte < cursor.byte, let skipped = rest.popFirst() {
        byte += skipped.utf8.count + 1
        line += 1
      }
    }
    while !rest.isEmpty {
      let isLast = rest.count <= 2 && !segment.text.hasSuffix("\n")
      let text = rest.prefix(2).joined(separator: "\n") + (isLast ? "" : "\n")
      let storage = ByteStorage.copy(of: "#" + text)
      chunks.append(
        LogChunk(
          storage: storage, lines: 1..<storage.count, file: "log/\(segment.first).jsonl",
          segment: segment.first, line: line, byte: byte))
      byte += text.utf8.count
      line += min(2, rest.count)
      rest = rest.dropFirst(2)
    }
    return chunks
  }

  func cursor(before seq: Int) -> LogCursor { .start }
  func tornTail(at place: Place, segment: Int) -> TornTail? { tear?.place == place ? tear : nil }

  private final class Chunks: ChunkReader {
    private var rest: ArraySlice<LogChunk>

    init(_ chunks: [LogChunk]) { rest = chunks[...] }

    func next(reusing storage: inout ByteStorage) -> LogChunk? { rest.popFirst() }
  }
}
