// Turns the bytes that a terminal sends into the user's actions. Knows no time: the caller says when no
// more bytes came. A sequence that isn't known is swallowed as a whole, so that no part of it is taken for a key.

/// A state machine, a byte at a time: how the bytes are split makes no difference.
package struct InputDecoder {
  private enum State {
    case ground
    /// A character of several bytes.
    case character
    /// ESC came, once or twice.
    case escape
    case secondEscape
    /// ESC [ came.
    case sequence
    /// ESC O came: the key of a keypad, or a function key.
    case singleShift
    /// ESC [ [ came: a function key of the Linux console.
    case console
    /// ESC [ M came: a mouse event in three bytes.
    case rawMouse
    /// An answer or a message of the terminal, up to BEL or ESC \.
    case message
    case messageEscape
    case paste
  }

  private var state = State.ground
  /// Whether ESC stood before a key, which is how terminals send Alt.
  private var isAlt = false
  /// The bytes that belong to the state so far.
  private var bytes: [UInt8] = []
  /// The number of bytes of the end of a paste that have come.
  private var matched = 0

  private static let pasteEnd = Array("\u{1b}[201~".utf8)
  /// A terminal may paste a text of any size; what is beyond this is dropped.
  static let longestPaste = 1 << 20
  private static let longestSequence = 64

  package init() {}

  /// The time to wait for more bytes before ``timeOut()``; nil if nothing is open.
  package var patienceMilliseconds: Int? {
    switch state {
    case .ground: nil
    // A person waits for this one.
    case .escape, .secondEscape: 50
    case .paste: 5000
    default: 500
    }
  }

  /// The events that the bytes mean; the rest of a sequence may be still to come.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [ScreenEvent] {
    var events: [ScreenEvent] = []
    for byte in bytes { take(byte, &events) }
    return events
  }

  /// Ends the input for now: an open ESC is the Escape key, a begun sequence that a person may have typed is
  /// its key, and other beginnings are dropped.
  package mutating func timeOut() -> [ScreenEvent] {
    defer { enter(.ground) }
    switch state {
    case .escape: return [.key(.escape)]
    case .secondEscape: return [.key(.escape), .key(.escape)]
    case .sequence where bytes.isEmpty: return [.key(.alt("["))]
    case .singleShift where bytes.isEmpty: return [.key(.alt("O"))]
    case .message where bytes.count == 1:
      return bytes.map { .key(Key(.character(Character(Unicode.Scalar($0))), .alt)) }
    case .paste: return [.paste(String(decoding: bytes, as: UTF8.self))]
    default: return []
    }
  }

  private mutating func enter(_ state: State) {
    self.state = state
    bytes.removeAll(keepingCapacity: bytes.count < 100)
    matched = 0
    if state == .ground { isAlt = false }
  }

  private mutating func take(_ byte: UInt8, _ events: inout [ScreenEvent]) {
    switch state {
    case .ground: begin(byte, &events)
    case .character: continueCharacter(byte, &events)
    case .escape, .secondEscape: continueEscape(byte, &events)
    case .sequence: continueSequence(byte, &events)
    case .singleShift: continueShift(byte, &events)
    case .console: finish(KeySequences.console[byte].map { Key($0) }, &events)
    case .rawMouse:
      bytes.append(byte)
      if bytes.count == 3 { finish(MouseSequences.event(raw: bytes), &events) }
    case .message:
      if byte == 0x07 {
        enter(.ground)
      } else if byte == 0x1B {
        state = .messageEscape
      } else if bytes.count < 2 {
        bytes.append(byte)
      }
    case .messageEscape:
      enter(.ground)
      if byte != UInt8(ascii: "\\") {
        // The message was cut off, and something else begins.
        state = .escape
        continueEscape(byte, &events)
      }
    case .paste: continuePaste(byte, &events)
    }
  }

  private mutating func begin(_ byte: UInt8, _ events: inout [ScreenEvent]) {
    switch byte {
    case 0x1B: enter(.escape)
    // Other bytes from 0x80 on begin no character, and are dropped.
    case 0xC2...0xF4:
      state = .character
      bytes = [byte]
    default: finish(KeySequences.key(of: byte), &events)
    }
  }

  private mutating func continueCharacter(_ byte: UInt8, _ events: inout [ScreenEvent]) {
    // One that is cut off is dropped.
    guard 0x80...0xBF ~= byte, let first = bytes.first else { return restart(with: byte, &events) }
    bytes.append(byte)
    guard bytes.count == (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) else { return }
    let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    let isText = scalar?.properties.generalCategory != .control
    finish(isText ? scalar.map { Key(.character(Character($0))) } : nil, &events)
  }

  private mutating func continueEscape(_ byte: UInt8, _ events: inout [ScreenEvent]) {
    let isSecond = state == .secondEscape
    isAlt = isSecond
    switch byte {
    case 0x1B:
      if isSecond { events.append(.key(.escape)) }
      state = .secondEscape
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .message
      bytes = [byte]
    default:
      if isSecond { events.append(.key(.escape)) }
      isAlt = true
      begin(byte, &events)
    }
  }

  private mutating func continueSequence(_ byte: UInt8, _ events: inout [ScreenEvent]) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty: state = .console
    case UInt8(ascii: "M") where bytes.isEmpty: state = .rawMouse
    case UInt8(ascii: "~") where bytes == Array("200".utf8): enter(.paste)
    // A dollar sign doesn't end a sequence, except in rxvt.
    case UInt8(ascii: "$") where isNumber, 0x40...0x7E:
      if let mouse = MouseSequences.event(bytes, byte) {
        finish(mouse, &events)
      } else {
        finish(KeySequences.key(bytes, byte), &events)
      }
    case 0x20...0x3F: if bytes.count < Self.longestSequence { bytes.append(byte) }
    default: restart(with: byte, &events)
    }
  }

  private var isNumber: Bool {
    !bytes.isEmpty && bytes.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private mutating func continueShift(_ byte: UInt8, _ events: inout [ScreenEvent]) {
    switch byte {
    // Some terminals have the modifiers here.
    case UInt8(ascii: "0")...UInt8(ascii: "9") where bytes.count < 2: bytes.append(byte)
    case 0x20...0x7E: finish(KeySequences.key(shifted: byte, by: bytes), &events)
    default: restart(with: byte, &events)
    }
  }

  private mutating func continuePaste(_ byte: UInt8, _ events: inout [ScreenEvent]) {
    if byte == Self.pasteEnd[matched] {
      matched += 1
      guard matched == Self.pasteEnd.count else { return }
      events.append(.paste(String(decoding: bytes, as: UTF8.self)))
      return enter(.ground)
    }
    let text = Self.pasteEnd.prefix(matched)
    // ESC is only at the beginning of the end.
    matched = byte == 0x1B ? 1 : 0
    for byte in text + (matched == 1 ? [] : [byte]) where bytes.count < Self.longestPaste {
      bytes.append(byte)
    }
  }

  /// Gives up the open sequence: the byte is a part of another one.
  private mutating func restart(with byte: UInt8, _ events: inout [ScreenEvent]) {
    enter(.ground)
    begin(byte, &events)
  }

  private mutating func finish(_ key: Key?, _ events: inout [ScreenEvent]) {
    if let key { events.append(.key(isAlt ? key.with(.alt) : key)) }
    enter(.ground)
  }

  private mutating func finish(_ mouse: MouseEvent?, _ events: inout [ScreenEvent]) {
    if let mouse { events.append(.mouse(mouse)) }
    enter(.ground)
  }
}
