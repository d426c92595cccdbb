// A box with a title in front of everything else: for help, messages and questions.

extension Frame {
  /// Clears a region and draws a border around it.
  ///
  /// - Returns: The region within the border; where there is no room for one, all of the region.
  @discardableResult
  package mutating func box(
    _ region: Region, title: StyledText = .empty, _ style: TextStyle = .plain
  )
    -> Region
  {
    fill(region)
    guard region.width >= 4, region.height >= 3 else { return region }
    let (right, bottom) = (region.width - 1, region.height - 1)
    for row in [0, bottom] { horizontalLine(row: row, in: region, style) }
    for column in [0, right] { verticalLine(column: column, in: region, style) }
    for (corner, row, column) in [
      ("┌", 0, 0), ("┐", 0, right), ("└", bottom, 0), ("┘", bottom, right),
    ] {
      write(StyledText(corner, style), row: row, column: column, in: region)
    }
    if !title.isEmpty {
      let room = region.part(column: 1, width: region.width - 2, height: 1)
      let title = StyledText(" ") + title.truncated(to: room.width - 2) + " "
      if room.width >= 3 { write(title, in: room) }
    }
    return region.part(row: 1, column: 1, width: region.width - 2, height: region.height - 2)
  }
}

/// A text in a box in the middle of the screen, which scrolls if it is too long.
package struct Overlay: Sendable {
  package let title: StyledText
  package var pane: TextPane
  /// The text in the box's last row, such as the keys that close it.
  package let footer: StyledText

  package init(title: StyledText, _ lines: [StyledText], footer: StyledText = .empty) {
    (self.title, self.footer) = (title, footer)
    pane = TextPane(lines)
  }

  /// Draws the box over what is in the middle of the region.
  package mutating func draw(in region: Region, on frame: inout Frame) {
    let inner = frame.box(box(in: region), title: title.styled(.bold))
    let (rest, last) = inner.split(bottom: footer.isEmpty ? 0 : 1)
    pane.draw(in: Self.inset(rest), on: &frame)
    frame.write(footer.truncated(to: Self.inset(last).width), in: Self.inset(last))
    frame.hideCursor()
  }

  /// - Returns: Whether the event was for the text. All others are the app's, such as the key that closes it.
  package mutating func handle(_ event: ScreenEvent, in region: Region) -> Bool {
    pane.handle(event, in: box(in: region))
  }

  /// The box, as large as the text needs, as far as there is room.
  private mutating func box(in region: Region) -> Region {
    let widest = (pane.lines + [footer, title + "  "]).map(\.width).max() ?? 0
    let width = min(widest + 4, region.width)
    let rows = pane.rowCount(width: width - 4) + (footer.isEmpty ? 0 : 1)
    return region.centered(width: width, height: rows + 2)
  }

  /// A space stays free on both sides.
  private static func inset(_ region: Region) -> Region {
    region.width < 3 ? region : region.part(column: 1, width: region.width - 2)
  }
}
