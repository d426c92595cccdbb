// The look of text, printed or in full screen. Colors come on top of bold, underline and reverse and never carry a
// meaning alone, because a terminal may have none.

package struct TextStyle: Hashable, Sendable {
  /// One of the colors that every terminal has, which people have chosen to be readable on their background. The raw
  /// value is its number in ECMA-48 (SGR).
  package enum Color: Int, CaseIterable, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }

  package var isBold = false
  /// Faint.
  package var isDim = false
  package var isUnderlined = false
  package var isReversed = false
  package var color: Color?

  package static let plain = Self()
  package static let bold = Self(isBold: true)
  package static let dim = Self(isDim: true)
  package static let underlined = Self(isUnderlined: true)
  package static let reversed = Self(isReversed: true)
  package static let red = Self(color: .red)
  package static let green = Self(color: .green)
  package static let yellow = Self(color: .yellow)
  package static let blue = Self(color: .blue)
  package static let cyan = Self(color: .cyan)

  /// Both styles together; of two colors, the second.
  package static func + (first: Self, second: Self) -> Self {
    Self(
      isBold: first.isBold || second.isBold, isDim: first.isDim || second.isDim,
      isUnderlined: first.isUnderlined || second.isUnderlined,
      isReversed: first.isReversed || second.isReversed, color: second.color ?? first.color)
  }

  var withoutColor: Self {
    var style = self
    style.color = nil
    return style
  }

  /// The part of the style that shows where nothing is written.
  package var ofBlank: Self {
    isReversed ? self : isUnderlined ? Self(isUnderlined: true, color: color) : .plain
  }

  /// The numbers of the style in ECMA-48 (SGR).
  var codes: [Int] {
    let switches = [(isBold, 1), (isDim, 2), (isUnderlined, 4), (isReversed, 7)]
    return switches.filter(\.0).map(\.1) + (color.map { [$0.rawValue] } ?? [])
  }
}

extension TextStyle: ExpressibleByArrayLiteral {
  package init(arrayLiteral styles: Self...) {
    self = styles.reduce(.plain, +)
  }
}
