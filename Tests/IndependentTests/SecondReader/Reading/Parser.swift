// JSON as Docs/JSON.md has it, at its two stricter levels: `canonical` for stores, `anyOrder` for single files.

/// A mistake in a line, and its place.
struct Flaw: Error, Comparable {
  enum Kind { case corrupt, newer, noStore }
  var kind = Kind.corrupt
  /// The place in the line.
  var byte: Int
  var what: String
  /// Whether what is wrong before this place, too, isn't known.
  var endsReading = false

  /// By place; what is wrong with the line as a whole comes last.
  static func < (one: Flaw, other: Flaw) -> Bool {
    (one.byte == 0 ? Int.max : one.byte) < (other.byte == 0 ? Int.max : other.byte)
  }
}

struct Parser {
  private let bytes: [UInt8]
  private let isCanonical: Bool
  private var place = 0
  private var depth = 0
  /// The mistakes that don't keep the rest from being read.
  private(set) var flaws: [Flaw] = []
  /// The outermost object's members so far; the last one may lack its value.
  private var outer: [Member] = []

  /// The one value of a line, if nothing is wrong with it.
  static func parse(_ bytes: [UInt8], canonical: Bool) throws(Flaw) -> Node {
    var flaws: [Flaw] = []
    let node = try parse(bytes, canonical: canonical, &flaws)
    if let flaw = flaws.first { throw flaw }
    return node
  }

  /// The members of a line's object, up to where it isn't JSON any more.
  static func members(of bytes: [UInt8]) -> [Member] {
    var parser = Parser(bytes: bytes, canonical: false)
    _ = try? parser.node()
    return parser.outer
  }

  /// The one value of a line, if there is one.
  static func parse(_ bytes: [UInt8], canonical: Bool, _ flaws: inout [Flaw]) throws(Flaw) -> Node {
    var parser = Parser(bytes: bytes, canonical: canonical)
    defer { flaws += parser.flaws }
    try parser.skipSpace()
    let node = try parser.node()
    try parser.skipSpace()
    guard parser.next == nil else { throw Flaw(byte: parser.place, what: "trailing bytes") }
    return node
  }

  private mutating func report(_ byte: Int, _ what: String) {
    flaws.append(Flaw(byte: byte, what: what))
  }

  private init(bytes: [UInt8], canonical: Bool) {
    self.bytes = bytes
    isCanonical = canonical
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() throws(Flaw) {
    while let byte = next, [0x20, 0x09, 0x0D, 0x0A].contains(byte) {
      if isCanonical { report(place, "whitespace") }
      place += 1
    }
  }

  private mutating func expect(_ text: String) throws(Flaw) {
    for byte in text.utf8 {
      guard next == byte else { throw Flaw(byte: place, what: "unexpected byte") }
      place += 1
    }
  }

  private mutating func node() throws(Flaw) -> Node {
    let start = place
    let value = try value()
    return Node(value: value, start: start, end: place)
  }

  private mutating func value() throws(Flaw) -> Value {
    switch next {
    case UInt8(ascii: "{"):
      return .object(try nested { parser throws(Flaw) in try parser.members() })
    case UInt8(ascii: "["):
      return .list(try nested { parser throws(Flaw) in try parser.elements() })
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"):
      try expect("true")
      return .flag(true)
    case UInt8(ascii: "f"):
      try expect("false")
      return .flag(false)
    case UInt8(ascii: "n"):
      try expect("null")
      return .null
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return .integer(try integer())
    default: throw Flaw(byte: place, what: next == nil ? "unexpected end" : "unexpected byte")
    }
  }

  private mutating func nested<Content>(
    _ read: (inout Parser) throws(Flaw) -> Content
  ) throws(Flaw) -> Content {
    depth += 1
    guard depth <= 1024 else { throw Flaw(byte: place, what: "too deep") }
    defer { depth -= 1 }
    place += 1
    return try read(&self)
  }

  private mutating func elements() throws(Flaw) -> [Node] {
    var elements: [Node] = []
    try skipSpace()
    if next == UInt8(ascii: "]") {
      place += 1
      return []
    }
    while true {
      try skipSpace()
      elements.append(try node())
      try skipSpace()
      if next == UInt8(ascii: "]") { break }
      try expect(",")
    }
    place += 1
    return elements
  }

  private mutating func members() throws(Flaw) -> [Member] {
    var members: [Member] = []
    var keys: Set<Text> = []
    try skipSpace()
    if next == UInt8(ascii: "}") {
      place += 1
      return []
    }
    while true {
      try skipSpace()
      let start = place
      guard next == UInt8(ascii: "\"") else { throw Flaw(byte: place, what: "unexpected byte") }
      let key = try text()
      if !keys.insert(key).inserted { report(start, "duplicate key") }
      if depth == 1 { outer.append(Member(key: key, start: start, node: .null)) }
      try skipSpace()
      try expect(":")
      try skipSpace()
      members.append(Member(key: key, start: start, node: try node()))
      if depth == 1 { outer = members }
      try skipSpace()
      if next == UInt8(ascii: "}") { break }
      try expect(",")
    }
    place += 1
    return members
  }

  private mutating func integer() throws(Flaw) -> Int {
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    let digits = place
    while let byte = next, isDigit(byte) { place += 1 }
    let count = place - digits
    guard count > 0, count == 1 || bytes[digits] != UInt8(ascii: "0") else {
      throw Flaw(byte: digits, what: "invalid number")
    }
    var isInteger = true
    for part in [[UInt8(ascii: ".")], [UInt8(ascii: "e"), UInt8(ascii: "E")]] {
      guard let byte = next, part.contains(byte) else { continue }
      isInteger = false
      place += 1
      if part.count == 2, next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
      guard let digit = next, isDigit(digit) else {
        throw Flaw(byte: place, what: "invalid number")
      }
      while let byte = next, isDigit(byte) { place += 1 }
    }
    guard isInteger else { throw Flaw(byte: start, what: "not an integer") }
    if digits > start && bytes[digits] == UInt8(ascii: "0") { report(start, "not an integer") }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let integer = Int(text), abs(integer) <= Limits.integer else {
      report(start, "integer out of range")
      return 0
    }
    return integer
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

// MARK: Strings

extension Parser {
  private mutating func text() throws(Flaw) -> Text {
    place += 1
    var text: [UInt8] = []
    while true {
      guard let byte = next else { throw Flaw(byte: place, what: "unexpected end") }
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return Text(text)
      case UInt8(ascii: "\\"): text += try escape()
      case ..<0x20: throw Flaw(byte: place, what: "control character")
      case ..<0x80:
        text.append(byte)
        place += 1
      default: text += try sequence()
      }
    }
  }

  /// A scalar beyond ASCII.
  private mutating func sequence() throws(Flaw) -> [UInt8] {
    for length in 2...4 where place + length <= bytes.count {
      let sequence = Array(bytes[place..<place + length])
      if let string = String(validating: sequence, as: UTF8.self), string.unicodeScalars.count == 1
      {
        place += length
        return sequence
      }
    }
    throw Flaw(byte: place, what: "invalid UTF-8")
  }

  private mutating func escape() throws(Flaw) -> [UInt8] {
    let start = place
    place += 1
    guard let letter = next else { throw Flaw(byte: place, what: "unexpected end") }
    place += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [letter]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "/"):
      if isCanonical { report(start, "not canonical") }
      return [letter]
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default: throw Flaw(byte: start, what: "invalid escape")
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(Flaw) -> [UInt8] {
    let unit = try hexadecimal(from: start)
    var code = UInt32(unit)
    if (0xD800...0xDBFF).contains(unit) {
      guard next == UInt8(ascii: "\\"), place + 1 < bytes.count,
        bytes[place + 1] == UInt8(ascii: "u")
      else { throw Flaw(byte: start, what: "lone surrogate") }
      place += 2
      let low = try hexadecimal(from: place - 2)
      guard (0xDC00...0xDFFF).contains(low) else { throw Flaw(byte: start, what: "lone surrogate") }
      code = 0x10000 + (code - 0xD800) << 10 + (UInt32(low) - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw Flaw(byte: start, what: "lone surrogate") }
    let written = Array(bytes[start..<place])
    let text = Text(String(Character(scalar)))
    if isCanonical && text.quoted != [0x22] + written + [0x22] {
      report(start, "not canonical")
    }
    return text.bytes
  }

  private mutating func hexadecimal(from start: Int) throws(Flaw) -> UInt16 {
    let digits = bytes[place...].prefix(4)
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
      let unit = UInt16("0" + String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Flaw(byte: start, what: "invalid escape") }
    guard digits.count == 4 else { throw Flaw(byte: bytes.count, what: "unexpected end") }
    place += 4
    return unit
  }
}

enum Limits {
  static let integer = (1 << 53) - 1
}
