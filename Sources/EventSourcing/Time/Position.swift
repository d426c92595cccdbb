// Positions in a history: how a moment is named on the command line and in the library.

/// A moment in a history.
public enum Position: Hashable, Sendable {
  /// Before the first entry.
  case start
  /// After the last entry.
  case end
  /// After the entry with this number.
  case seq(Int)
  /// This many entries before the end.
  case beforeEnd(Int)
  /// After the entry that brought the stream with this id to this revision.
  case revision(id: String, rev: Int)
  /// After the last entry at or before this time.
  case time(Timestamp)
}

/// The error of a text that isn't a position.
public struct PositionSyntaxError: Error, Hashable, Sendable {
  /// The text that was read.
  public let text: String

  /// A sentence that says what is wrong and what would be right.
  public var message: String {
    "'\(text)' isn't a position. Positions are: 4127, -3, ID@5, 2026-01-31T12:00Z, 2026-01-31, "
      + "start, end."
  }
}

extension Position {
  /// Reads a position: `4127` or `@4127`, `-3`, `1001@5`, `2026-01-31T12:00Z` (the end of that minute),
  /// `2026-01-31` (the end of that day, UTC), `start` or `end`.
  public init(_ text: String) throws(PositionSyntaxError) {
    try self.init(text) { Timestamp.moments(loosely: $0)?.upperBound }
  }

  /// Reads a position.
  /// - Parameter time: Reads a time.
  package init(_ text: String, time: (String) -> Timestamp?) throws(PositionSyntaxError) {
    guard let position = Self.parse(text, time) else { throw PositionSyntaxError(text: text) }
    self = position
  }

  private static let named: [(word: String, position: Position)] = [
    ("start", .start), ("end", .end),
  ]
  /// The words for positions.
  package static let words = named.map(\.word)

  private static func parse(_ text: String, _ time: (String) -> Timestamp?) -> Position? {
    if let named = named.first(where: { $0.word == text }) { return named.position }
    if let at = text.lastIndex(of: "@") {
      let id = String(text[..<at])
      if id.isEmpty, let seq = natural(text.dropFirst()) { return entry(seq) }
      guard StreamName.isValid(id: id), let rev = natural(text[text.index(after: at)...]) else {
        return nil
      }
      return .revision(id: id, rev: rev)
    }
    if text.hasPrefix("-") { return natural(text.dropFirst()).map { .beforeEnd($0) } }
    if let seq = natural(text[...]) { return entry(seq) }
    return time(text).map { .time($0) }
  }

  private static func entry(_ seq: Int) -> Position { seq == 0 ? .start : .seq(seq) }

  private static func natural(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // Elsewhere, the largest number means the end.
    return Int(text).flatMap { $0 < .max ? $0 : nil }
  }
}

extension Timestamp {
  /// The moments that a time as people type it stands for, in UTC: those of a day, `2026-01-31`, of a minute,
  /// `2026-01-31T12:00Z`, or of a second; only one if it has up to six fraction digits.
  public static func moments(loosely text: String) -> ClosedRange<Timestamp>? {
    let utf8 = Array(text.utf8)
    if utf8.count == 10 {
      return Timestamp(text + "T00:00:00.000000Z").map { $0...$0.endOfDay }
    }
    guard utf8.last == 0x5A else { return nil }
    var full = String(text.dropLast())
    var unit: Int64 = 1_000_000
    if utf8.count == 17 { (full, unit) = (full + ":00", 60_000_000) }
    let fraction = full.utf8.firstIndex(of: 0x2E)
    if fraction == nil { full += "." } else { unit = 1 }
    guard full.utf8.count <= 26, full.utf8.count > 19 else { return nil }
    full += String(repeating: "0", count: 26 - full.utf8.count) + "Z"
    guard fraction == nil || utf8.count > 21, let time = Timestamp(full) else { return nil }
    return time...Timestamp(microseconds: time.microseconds + unit - 1)
  }
}

extension Position {
  /// The number of the last entry before this position; `.max` for the end.
  ///
  /// Needs one pass over the history for all but `start`, `end` and entry numbers, unless the
  /// history knows its end and its times.
  ///
  /// - Parameters:
  ///   - source: The history in which it is a position.
  ///   - category: The category that a stream's id is looked for in.
  /// - Throws: `beyondEnd` if the position is beyond the end; otherwise the history's error.
  public func resolve(in source: any EntrySource, category: String) throws(LogError) -> Int {
    try resolve(in: PositionSource(source, readsAround: false), category: category)
  }

  /// The number like `resolve(in:category:)`, also of an entry after damage: of those that can be read.
  package func resolveAroundDamage(in source: any EntrySource, category: String) throws(LogError)
    -> Int
  {
    try resolve(in: PositionSource(source, readsAround: true), category: category)
  }

  private func resolve(in history: PositionSource, category: String) throws(LogError) -> Int {
    switch self {
    case .start: return 0
    case .end: return .max
    case .seq(let seq): return seq
    case .time(let time):
      if let base = history.source.base, time < base.header.last { throw base.archived() }
      if !history.readsAround, let seq = try history.source.lastEntry(notAfter: time) {
        return seq
      }
      return try history.last { $0.at <= time }
    case .beforeEnd(let count): return try history.entry(beforeEnd: count)
    case .revision(let id, let rev):
      guard let stream = StreamName(category: category, id: id) else { return 0 }
      return try history.entry(of: stream, rev: rev)
    }
  }
}

/// A history in which positions are looked for.
private struct PositionSource {
  let source: any EntrySource
  /// Whether damage is passed over.
  let readsAround: Bool

  init(_ source: any EntrySource, readsAround: Bool) {
    (self.source, self.readsAround) = (source, readsAround)
  }

  /// The last of the leading entries for which the condition holds.
  func last(while condition: (Entry) -> Bool) throws(LogError) -> Int {
    var last = source.base?.header.through ?? 0
    try eachEntry(of: source) { entry in
      guard condition(entry) else { return false }
      last = entry.seq
      return true
    }
    return last
  }

  /// - Parameter body: Returns whether it needs the next entry.
  /// - Returns: Whether there was damage before the end, or before the last entry that was needed.
  @discardableResult
  private func eachEntry(of source: any EntrySource, _ body: (Entry) -> Bool) throws(LogError)
    -> Bool
  {
    guard readsAround else {
      // A damaged number or time would name another entry, and so would an end before a damaged one.
      var reader = try EntryReader(source)
      while let entry = try reader.next(), body(entry) {}
      return false
    }
    var reader = try SalvageReader(source, checksPayloads: false)
    var isDamaged = false
    while let part = try reader.next() {
      guard case .entry(let entry) = part else {
        isDamaged = true
        continue
      }
      if !body(entry) { break }
    }
    return isDamaged
  }

  func entry(beforeEnd count: Int) throws(LogError) -> Int {
    if count == 0 { return .max }
    let through = source.base?.header.through ?? 0
    if !readsAround, let end = try source.knownEnd()?.seq, count <= end {
      return try entry(count, before: end)
    }
    var (entries, end) = (through, through)
    try eachEntry(of: source) { entry in
      (entries, end) = (entries + 1, entry.seq)
      return true
    }
    // A store lacks no numbers, whether or not their entries can be read.
    if source.form == .store, !source.isPart { entries = end }
    guard entries >= count else {
      throw LogError(
        .beyondEnd, "The log has only \(entries) entries: -\(count) is before its start.",
        hint: "Use start for the position before the first entry.")
    }
    if entries == end { return try entry(count, before: end) }
    var left = entries - count - through
    if let base = source.base, left < 0 { throw base.archived(entries - count + 1) }
    return try last { _ in
      left -= 1
      return left >= 0
    }
  }

  /// The number of an entry, where none are missing before the end.
  private func entry(_ count: Int, before end: Int) throws(LogError) -> Int {
    if let base = source.base, end - count < base.header.through {
      throw base.archived(end - count + 1)
    }
    return end - count
  }

  func entry(of stream: StreamName, rev: Int) throws(LogError) -> Int {
    var actual = 0
    if let base = source.base {
      actual = try base.rev(of: stream) ?? 0
      if rev <= actual { throw base.archived(stream) }
    }
    var found: Int?
    let part = readsAround ? nil : try source.part(of: [.stream(stream)])
    let isDamaged = try eachEntry(of: part ?? source) { entry in
      guard entry.isAccepted, entry.storage.slice(entry.stream).elementsEqual(stream.text.bytes)
      else { return true }
      actual = entry.rev
      if actual == rev { found = entry.seq }
      return found == nil
    }
    if let found { return found }
    if isDamaged {
      throw LogError(
        .corrupt, "Among the entries that can be read, \(stream) has no revision \(rev).",
        hint: "Use the number of an entry that can be read.")
    }
    throw LogError(
      .beyondEnd,
      actual == 0
        ? "The log has no accepted entry of \(stream)."
        : "\(stream) has no revision \(rev): it ends at \(actual).",
      hint: .listEntries(of: stream))
  }
}
