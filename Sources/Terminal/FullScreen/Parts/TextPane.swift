// Lines of styled text that scroll. Long lines are wrapped.

package struct TextPane: Sendable {
  package private(set) var lines: [StyledText]
  /// The first row that shows.
  private var top = 0
  private var height = 1
  /// The lines as they were wrapped to a width, because that takes long for many.
  private var wrapped: (width: Int, rows: [StyledText])?

  package init(_ lines: [StyledText] = []) { self.lines = lines }

  /// Shows other lines.
  ///
  /// - Parameter keepsPlace: Whether to stay at the row that shows, for another state of the same text.
  package mutating func show(_ lines: [StyledText], keepsPlace: Bool) {
    if lines != self.lines { wrapped = nil }
    self.lines = lines
    if !keepsPlace { top = 0 }
  }

  /// The number of rows that the text takes, in a width.
  package mutating func rowCount(width: Int) -> Int { rows(width: width).count }

  package mutating func draw(in region: Region, on frame: inout Frame) {
    guard !region.isEmpty else { return }
    height = region.height
    let rows = rows(width: region.width)
    top = min(max(0, top), max(0, rows.count - height))
    for (line, text) in rows[top...].prefix(height).enumerated() {
      frame.write(text.truncated(to: region.width), row: line, in: region)
    }
  }

  /// - Returns: Whether the event was for the pane.
  package mutating func handle(_ event: ScreenEvent, in region: Region) -> Bool {
    height = max(1, region.height)
    switch event {
    case .key(let key):
      guard let motion = Motion(key) else { return false }
      move(motion)
      return true
    case .mouse(let mouse) where region.contains(row: mouse.row, column: mouse.column):
      if mouse.kind == .wheelUp { top = max(0, top - Motion.wheelStep) }
      if mouse.kind == .wheelDown { top += Motion.wheelStep }
      return true
    default: return false
    }
  }

  /// Scrolls; beyond the ends it goes back when it is drawn.
  package mutating func move(_ motion: Motion) {
    switch motion {
    case .lineUp: top = max(0, top - 1)
    case .lineDown: top += 1
    case .pageUp: top = max(0, top - max(1, height - 1))
    case .pageDown: top += max(1, height - 1)
    case .start: top = 0
    case .end: top = .max / 2
    case .left, .right: break
    }
  }

  private mutating func rows(width: Int) -> [StyledText] {
    if let wrapped, wrapped.width == width { return wrapped.rows }
    let rows = lines.flatMap { $0.wrapped(to: width) }
    wrapped = (width, rows)
    return rows
  }
}
