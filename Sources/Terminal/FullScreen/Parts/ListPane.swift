// A list with a selection. It knows no rows: it asks for those that it needs by their index, up to the first one
// that isn't there, so that a list can be longer than was counted so far.

package struct ListPane: Sendable {
  /// The index of the selected row. In an empty list, of one that isn't there.
  package private(set) var selection: Int
  private var top = 0
  /// The number of rows that were drawn last: a page.
  private var height = 1

  package init(selection: Int = 0) {
    self.selection = max(0, selection)
  }

  package enum Response: Hashable, Sendable {
    /// The event is for something else.
    case unused
    case used
    /// Enter was pressed, or the selected row clicked.
    case activated
  }

  /// Selects another row; if it isn't there, the last one is selected when the list is drawn.
  package mutating func select(_ index: Int) { selection = max(0, index) }

  /// Draws the rows that fit, so that the selected one is among them.
  ///
  /// - Parameters:
  ///   - region: Where.
  ///   - frame: The frame that it is drawn on.
  ///   - row: The row with an index; nil after the last one.
  package mutating func draw(in region: Region, on frame: inout Frame, row: (Int) -> StyledText?) {
    guard !region.isEmpty else { return }
    height = region.height
    settle(row)
    for line in 0..<height {
      guard let text = row(top + line) else { break }
      let place = region.part(row: line, height: 1)
      frame.write(text.truncated(to: region.width), in: place)
      if top + line == selection { frame.restyle(place, adding: .reversed) }
    }
  }

  package mutating func handle(_ event: ScreenEvent, in region: Region, row: (Int) -> StyledText?)
    -> Response
  {
    height = max(1, region.height)
    switch event {
    case .key(.enter): return row(selection) == nil ? .used : .activated
    case .key(let key):
      guard let motion = Motion(key), motion != .left, motion != .right else { return .unused }
      move(motion, row: row)
      return .used
    case .mouse(let mouse) where region.contains(row: mouse.row, column: mouse.column):
      return handle(mouse, in: region, row: row)
    default: return .unused
    }
  }

  private mutating func handle(
    _ mouse: MouseEvent, in region: Region, row: (Int) -> StyledText?
  ) -> Response {
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      let step = mouse.kind == .wheelUp ? -Motion.wheelStep : Motion.wheelStep
      top = max(0, top + step)
      fill(row)
      // The selection stays on the screen.
      selection = min(max(selection, top), top + height - 1)
      settle(row)
      return .used
    case .press:
      let index = top + mouse.row - region.row
      guard row(index) != nil else { return .used }
      defer { selection = index }
      return index == selection ? .activated : .used
    default: return .used
    }
  }

  /// Moves the selection, as far as there are rows.
  package mutating func move(_ motion: Motion, row: (Int) -> StyledText?) {
    let page = max(1, height - 1)
    switch motion {
    case .lineUp: selection -= 1
    case .lineDown: selection += 1
    case .pageUp:
      selection -= page
      top -= page
    case .pageDown:
      selection += page
      top += page
    case .start: selection = 0
    case .end: selection = Self.last(from: selection, row)
    case .left, .right: break
    }
    settle(row)
  }

  /// Selects a row that is there, and shows it.
  private mutating func settle(_ row: (Int) -> StyledText?) {
    selection = max(0, selection)
    if row(selection) == nil { selection = Self.last(before: selection, row) }
    top = min(max(top, selection - height + 1, 0), selection)
    fill(row)
  }

  /// No room stays empty below the last row while there are others above.
  private mutating func fill(_ row: (Int) -> StyledText?) {
    while top > 0, row(top + height - 1) == nil { top -= 1 }
  }

  /// The last row, looked for from one that is probably there.
  ///
  /// - Complexity: O(log n) rows are asked for.
  private static func last(from index: Int, _ row: (Int) -> StyledText?) -> Int {
    guard row(index) != nil else { return last(before: index, row) }
    var (known, step) = (index, 1)
    while step < Int.max / 4, row(known + step) != nil {
      known += step
      step *= 2
    }
    return last(after: known, before: known + step, row)
  }

  /// The last row before an index at which there is none; 0 in an empty list.
  private static func last(before index: Int, _ row: (Int) -> StyledText?) -> Int {
    row(0) == nil ? 0 : last(after: 0, before: index, row)
  }

  private static func last(after known: Int, before missing: Int, _ row: (Int) -> StyledText?)
    -> Int
  {
    var (known, missing) = (known, missing)
    while missing - known > 1 {
      let middle = known + (missing - known) / 2
      if row(middle) == nil { missing = middle } else { known = middle }
    }
    return known
  }
}
