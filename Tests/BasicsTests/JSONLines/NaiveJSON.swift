// A second opinion: the plainest recursive reading of the grammar, written without a look at the
// reader. Slow, and only for short texts; it says no more than yes or no.

/// Whether bytes are a JSON text, by recursive descent.
struct NaiveJSON {
  private let bytes: [UInt8]
  private var position = 0
  /// Whether the extra rules of the profile without an order of keys hold.
  private let isStrict: Bool

  static func accepts(_ bytes: [UInt8], strict: Bool) -> Bool {
    var parser = NaiveJSON(bytes: bytes, isStrict: strict)
    return parser.value() && parser.position == bytes.count
  }

  private init(bytes: [UInt8], isStrict: Bool) {
    self.bytes = bytes
    self.isStrict = isStrict
  }

  private mutating func take(_ wanted: Character) -> Bool {
    guard position < bytes.count, bytes[position] == wanted.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func spaces() {
    while take(" ") || take("\n") || take("\t") || take("\r") {}
  }

  private mutating func value() -> Bool {
    spaces()
    defer { spaces() }
    if take("{") { return members() }
    if take("[") { return elements() }
    if take("\"") { return string() != nil }
    for word in ["true", "false", "null"] {
      if bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return true
      }
    }
    return number()
  }

  private mutating func elements() -> Bool {
    spaces()
    if take("]") { return true }
    repeat {
      if !value() { return false }
    } while take(",")
    return take("]")
  }

  private mutating func members() -> Bool {
    var keys: Set<[UInt8]> = []
    spaces()
    if take("}") { return true }
    repeat {
      spaces()
      guard take("\""), let key = string() else { return false }
      if !keys.insert(key).inserted && isStrict { return false }
      spaces()
      if !take(":") || !value() { return false }
    } while take(",")
    return take("}")
  }

  /// The value of the rest of a string; nil if it is wrong. Knows only the short escapes.
  private mutating func string() -> [UInt8]? {
    var meant: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x22: return String(validating: meant, as: UTF8.self) == nil ? nil : meant
      case 0..<0x20: return nil
      case 0x5C:
        guard position < bytes.count else { return nil }
        let letters: [Character: UInt8] = [
          "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        guard let escaped = letters[Character(Unicode.Scalar(bytes[position]))] else { return nil }
        position += 1
        meant.append(escaped)
      default: meant.append(byte)
      }
    }
    return nil
  }

  private mutating func digits() -> Int {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position - start
  }

  private mutating func number() -> Bool {
    let isNegative = take("-")
    let isZero = take("0")
    if !isZero && digits() == 0 { return false }
    if isZero && isNegative && isStrict { return false }
    if take(".") {
      if isStrict || digits() == 0 { return false }
    }
    if take("e") || take("E") {
      if isStrict { return false }
      _ = take("+") || take("-")
      if digits() == 0 { return false }
    }
    return true
  }
}
