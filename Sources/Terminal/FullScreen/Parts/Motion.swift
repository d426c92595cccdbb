// Moving through what doesn't fit on the screen: which keys do it everywhere. Letters are the app's.

package enum Motion: CaseIterable, Sendable {
  case lineUp, lineDown
  case pageUp, pageDown
  case start, end
  case left, right

  /// The motion of a key; nil if it is for something else.
  package init?(_ key: Key) {
    switch key {
    case .up: self = .lineUp
    case .down: self = .lineDown
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .home, .control(.home): self = .start
    case .end, .control(.end): self = .end
    case .left: self = .left
    case .right: self = .right
    default: return nil
    }
  }

  /// The number of rows for a notch of the wheel.
  static let wheelStep = 3
}
