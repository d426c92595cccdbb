// The user's actions at a full screen: keys, the mouse, pastes; and other reports of the screen.

package enum ScreenEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Text that was pasted, as it is: it may have line feeds and control characters in it.
  case paste(String)
  /// The screen has another size now.
  case resized
  /// The time to wait has passed without an event.
  case timeout
  /// The process is to end, as this signal says: leave the screen, then raise it.
  case end(signal: Int32)
}

/// A key with its modifiers: `"q"`, `.up`, `.control("l")`.
package struct Key: Hashable, Sendable {
  package enum Name: Hashable, Sendable {
    case character(Character)
    case enter, tab, backspace, escape
    case up, down, left, right
    case home, end, pageUp, pageDown, insert, delete
    /// F1, F2, …
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    // Their numbers are xterm's.
    package static let shift = Self(rawValue: 1)
    package static let alt = Self(rawValue: 2)
    package static let control = Self(rawValue: 4)
  }

  package let name: Name
  /// Shift isn't among them where it makes another character.
  package let modifiers: Modifiers

  package init(_ name: Name, _ modifiers: Modifiers = []) {
    (self.name, self.modifiers) = (name, modifiers)
  }

  package static let enter = Self(.enter)
  package static let tab = Self(.tab)
  package static let shiftTab = Self(.tab, .shift)
  package static let backspace = Self(.backspace)
  package static let escape = Self(.escape)
  package static let up = Self(.up)
  package static let down = Self(.down)
  package static let left = Self(.left)
  package static let right = Self(.right)
  package static let home = Self(.home)
  package static let end = Self(.end)
  package static let pageUp = Self(.pageUp)
  package static let pageDown = Self(.pageDown)
  package static let insert = Self(.insert)
  package static let delete = Self(.delete)

  /// A key with Control; letters are in lower case.
  package static func control(_ key: Self) -> Self { key.with(.control) }
  package static func alt(_ key: Self) -> Self { key.with(.alt) }
  package static func shift(_ key: Self) -> Self { key.with(.shift) }
  package static func function(_ number: Int) -> Self { Self(.function(number)) }

  func with(_ more: Modifiers) -> Self { Self(name, modifiers.union(more)) }

  /// The character that is typed; nil for other keys, and with Control or Alt.
  package var typed: Character? {
    guard case .character(let character) = name, modifiers.isEmpty else { return nil }
    return character
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }
}

package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The left button went down.
    case press
    /// The mouse moved with the left button down.
    case drag
    case release
    case wheelUp
    case wheelDown
    /// Another button, or the wheel to a side.
    case other
  }

  package let kind: Kind
  /// Where, from 0 at the top left. It may be outside of the screen if that has just become smaller.
  package let row: Int
  package let column: Int
  package let modifiers: Key.Modifiers

  package init(_ kind: Kind, row: Int, column: Int, modifiers: Key.Modifiers = []) {
    (self.kind, self.row, self.column, self.modifiers) = (kind, row, column, modifiers)
  }
}
