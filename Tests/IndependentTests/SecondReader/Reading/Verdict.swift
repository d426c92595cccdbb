// The second reader's verdict on a log.

struct Verdict: Equatable {
  enum Kind: String { case good, torn, corrupt, newer, noStore }
  var kind: Kind
  /// The file's name in the store's folder; nil for a single file.
  var file: String?
  /// From 1.
  var line = 0
  /// From 0, in the file.
  var byte = 0
  /// Another reader may see the damage from here on.
  var firstByte = 0
  var what = ""

  static let good = Verdict(kind: .good)

  init(kind: Kind, file: String? = nil, line: Int = 0, byte: Int = 0, what: String = "") {
    self.kind = kind
    self.file = file
    self.line = line
    self.byte = byte
    firstByte = byte
    self.what = what
  }

  /// One thing that is wrong with a line.
  init(_ flaw: Flaw, file: String? = nil, line: Line) {
    let kind: Kind =
      switch flaw.kind {
      case .corrupt: .corrupt
      case .newer: .newer
      case .noStore: .noStore
      }
    self.init(
      kind: kind, file: file, line: line.number,
      byte: line.start + flaw.byte, what: flaw.what)
    if flaw.endsReading { firstByte = line.start }
  }
}

/// A log that was read: the entries before the first bad line, and the verdict.
struct Reading {
  var entries: [Entry] = []
  var history = History()
  /// The flaws of the first bad line, sorted by place. (A reader may report any one of these.)
  var verdicts: [Verdict] = []

  var verdict: Verdict { verdicts.first ?? .good }
}

/// A file's bytes cut into lines.
struct Line {
  /// Without the LF.
  var bytes: [UInt8]
  var number: Int
  var start: Int
  var hasEnd: Bool

  static func lines(of bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A)
      lines.append(
        Line(
          bytes: Array(bytes[start..<(end ?? bytes.count)]), number: lines.count + 1,
          start: start, hasEnd: end != nil))
      start = (end ?? bytes.count) + 1
    }
    return lines
  }
}
