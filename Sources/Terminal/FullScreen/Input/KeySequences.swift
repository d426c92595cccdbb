// The bytes of keys: xterm and what follows it (tmux, screen, VTE, kitty), rxvt, the Linux console.
// Sources: xterm's ctlseqs, rxvt(7), console_codes(4), terminfo.

enum KeySequences {
  /// The keys by the last letter of ESC [ and ESC O sequences.
  private static let letters: [UInt8: Key.Name] = named([
    ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("F", .end), ("H", .home),
    ("P", .function(1)), ("Q", .function(2)), ("R", .function(3)), ("S", .function(4)),
  ])

  /// The keys by the number before a tilde.
  private static let numbers: [Int: Key.Name] = {
    var names: [Int: Key.Name] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    // The numbers are those of a VT220, which has gaps between its groups of keys.
    let functions = Array(11...15) + Array(17...21) + Array(23...26) + [28, 29] + Array(31...34)
    for (index, number) in functions.enumerated() { names[number] = .function(index + 1) }
    return names
  }()

  /// The keys by the letter after ESC [ [.
  static let console: [UInt8: Key.Name] = named([
    ("A", .function(1)), ("B", .function(2)), ("C", .function(3)), ("D", .function(4)),
    ("E", .function(5)),
  ])

  /// The modifiers of rxvt, which are in place of the tilde.
  private static let rxvtModifiers: [UInt8: Key.Modifiers] = named([
    ("$", .shift), ("^", .control), ("@", [.shift, .control]),
  ])

  private static func named<Value>(_ rows: [(Unicode.Scalar, Value)]) -> [UInt8: Value] {
    Dictionary(uniqueKeysWithValues: rows.map { (UInt8(ascii: $0), $1) })
  }

  /// The key of a single byte; nil from 0x80 on.
  static func key(of byte: UInt8) -> Key? {
    switch byte {
    case 0x00: .control(" ")
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x1B: .escape
    // The letter whose bits the Control key removes.
    case 0x01...0x1A: Key(.character(Character(Unicode.Scalar(byte | 0x60))), .control)
    case 0x1C...0x1F: Key(.character(Character(Unicode.Scalar(byte | 0x40))), .control)
    case 0x20...0x7E: Key(.character(Character(Unicode.Scalar(byte))))
    default: nil
    }
  }

  /// The key of ESC [, parameters and a final byte.
  static func key(_ parameters: [UInt8], _ final: UInt8) -> Key? {
    guard let numbers = numbers(parameters) else { return nil }
    let modifiers = numbers.count > 1 ? self.modifiers(numbers[1]) : []
    switch final {
    case UInt8(ascii: "~"):
      // xterm's modifyOtherKeys.
      if numbers.first == 27, numbers.count == 3 { return key(ofCode: numbers[2], modifiers) }
      return Self.numbers[numbers.first ?? 0].map { Key($0, modifiers) }
    case UInt8(ascii: "u"): return numbers.first.flatMap { key(ofCode: $0, modifiers) }
    case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
    // rxvt's arrows with Shift.
    case UInt8(ascii: "a")...UInt8(ascii: "d") where numbers.isEmpty:
      return letters[final & ~0x20].map { Key($0, .shift) }
    default:
      if let modifiers = rxvtModifiers[final] {
        return Self.numbers[numbers.first ?? 0].map { Key($0, modifiers) }
      }
      // Sequences with other first numbers are answers, such as the cursor's position.
      guard numbers.first ?? 1 <= 1, numbers.count < 3 else { return nil }
      return letters[final].map { Key($0, modifiers) }
    }
  }

  /// The key of ESC O and a byte, with modifiers in digits between them in some terminals.
  static func key(shifted byte: UInt8, by digits: [UInt8]) -> Key? {
    let modifiers = numbers(digits)?.first.map(modifiers) ?? []
    switch byte {
    // rxvt's arrows with Control.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return letters[byte & ~0x20].map { Key($0, .control) }
    // The keypad: the byte is the character's plus 0x40.
    case UInt8(ascii: "j")...UInt8(ascii: "y"), UInt8(ascii: "M"), UInt8(ascii: "I"):
      return key(of: byte & ~0x40)?.with(modifiers)
    default: return letters[byte].map { Key($0, modifiers) }
    }
  }

  /// xterm's number of modifiers, which is one more than their bits.
  private static func modifiers(_ number: Int) -> Key.Modifiers {
    guard 1...16 ~= number else { return [] }
    let bits = UInt8(number - 1)
    // Meta counts as Alt.
    return Key.Modifiers(rawValue: bits & 7).union(bits & 8 != 0 ? .alt : [])
  }

  /// A key that is sent as its character's number, with modifiers.
  private static func key(ofCode code: Int, _ modifiers: Key.Modifiers) -> Key? {
    guard let scalar = Unicode.Scalar(UInt32(clamping: code)) else { return nil }
    if let byte = UInt8(exactly: scalar.value), byte < 0x20 || byte == 0x7F {
      return key(of: byte)?.with(modifiers)
    }
    guard scalar.properties.generalCategory != .control else { return nil }
    let character = Character(scalar)
    guard modifiers.contains(.shift) else { return Key(.character(character), modifiers) }
    let upper = character.uppercased().first ?? character
    return Key(
      .character(modifiers.contains(.control) ? character : upper), modifiers.subtracting(.shift))
  }

  /// The numbers between semicolons; nil if there is something else. What follows a colon is left out.
  static func numbers(_ parameters: some Sequence<UInt8>) -> [Int]? {
    let parameters = Array(parameters)
    if parameters.isEmpty { return [] }
    var numbers: [Int] = []
    for part in parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      let digits = String(decoding: part.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
      guard let number = digits.isEmpty ? 0 : Int(digits), number >= 0, number <= 0x10FFFF,
        !digits.hasPrefix("+"), !digits.hasPrefix("-")
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}

/// The mouse, in the three forms that terminals send.
enum MouseSequences {
  /// SGR (ESC [ < … M or m), or that of rxvt-unicode (ESC [ … M); nil if it is neither.
  static func event(_ parameters: [UInt8], _ final: UInt8) -> MouseEvent? {
    let isReleased = final == UInt8(ascii: "m")
    guard isReleased || final == UInt8(ascii: "M") else { return nil }
    let isSGR = parameters.first == UInt8(ascii: "<")
    guard let numbers = KeySequences.numbers(parameters.dropFirst(isSGR ? 1 : 0)),
      numbers.count == 3, isSGR || !isReleased && numbers[0] >= 32
    else { return nil }
    let code = isSGR ? numbers[0] : numbers[0] - 32
    return event(
      code: code, column: numbers[1], row: numbers[2],
      isReleased: isReleased || !isSGR && isAnyRelease(code))
  }

  /// Three bytes, each with 32 added.
  static func event(raw bytes: [UInt8]) -> MouseEvent? {
    guard bytes.count == 3, let code = bytes.first, code >= 32 else { return nil }
    return event(
      code: Int(code) - 32, column: Int(bytes[1]) - 32, row: Int(bytes[2]) - 32,
      isReleased: isAnyRelease(Int(code) - 32))
  }

  /// The older forms don't say which button went up.
  private static func isAnyRelease(_ code: Int) -> Bool { code & 0b1110_0011 == 3 }

  private static func event(code: Int, column: Int, row: Int, isReleased: Bool) -> MouseEvent? {
    guard row > 0, column > 0, row <= 0xFFFF, column <= 0xFFFF else { return nil }
    var modifiers: Key.Modifiers = []
    for (bit, modifier) in [(4, Key.Modifiers.shift), (8, .alt), (16, .control)]
    where code & bit != 0 {
      modifiers.insert(modifier)
    }
    let (button, isMoved, isWheel) = (code & 3, code & 32 != 0, code & 64 != 0)
    let kind: MouseEvent.Kind =
      if isWheel {
        button == 0 ? .wheelUp : button == 1 ? .wheelDown : .other
      } else if code > 63 {
        .other
      } else if isReleased {
        button == 0 || button == 3 ? .release : .other
      } else {
        button != 0 ? .other : isMoved ? .drag : .press
      }
    return MouseEvent(kind, row: row - 1, column: column - 1, modifiers: modifiers)
  }
}
