// Writes what a terminal needs to show another frame: only what differs, and little around it. Uses what
// every terminal since the VT100 understands, and expects that lines don't wrap at the right edge.

package struct Painter {
  private let isColored: Bool
  /// The frame that the terminal shows; nil if that isn't known.
  private var shown: Frame?
  private var output = PaintedOutput()

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Draws the next frame as a whole, because the terminal may show anything.
  package mutating func forget() { shown = nil }

  /// The bytes that make the terminal show the frame; none if it does.
  ///
  /// - Complexity: O(cells).
  package mutating func paint(_ frame: Frame) -> [UInt8] {
    var frame = frame
    if !isColored { frame.removeColors() }
    var before = shown
    if before?.size != frame.size { before = nil }
    if before == frame { return [] }
    output.begin(hidesCursor: before == nil || before?.cursor != nil)
    if before == nil { output.clear() }
    let old = before ?? Frame(frame.size)
    for row in 0..<frame.size.rows { paint(row: row, of: frame, over: old) }
    output.end(showingCursorAt: frame.cursor)
    shown = frame
    return output.take()
  }

  private mutating func paint(row: Int, of frame: Frame, over old: Frame) {
    let columns = frame.size.columns
    let start = row * columns
    let new = frame.cells[start..<start + columns]
    let previous = old.cells[start..<start + columns]
    if new == previous { return }
    let changes = Self.changes(from: previous, to: new)
    // The blank rest of a row is erased if that is shorter than spaces.
    let blank = (new.lastIndex { $0 != .blank } ?? start - 1) + 1 - start
    let isErased = changes[blank...].count(where: \.self) > 3
    let written = changes.indices.filter { index in
      changes[index] && new[start + index].width > 0 && !(isErased && index >= blank)
    }
    // Cells that a terminal may push back from the edge are written before those that they would cover.
    let (others, pushed) = (
      written.filter { !new[start + $0].mayBePushed(from: $0, of: columns) },
      written.filter { new[start + $0].mayBePushed(from: $0, of: columns) }
    )
    for index in pushed.reversed() + others {
      output.move(toRow: row, column: index, over: new)
      output.write(new[start + index], upTo: columns)
    }
    if isErased, let first = changes[blank...].firstIndex(of: true) {
      output.move(toRow: row, column: first, over: new)
      output.eraseToEndOfLine()
    }
  }

  /// The cells that have to be written. Around a character whose width terminals disagree on, they include
  /// all the columns that it may have taken or covered.
  private static func changes(from old: ArraySlice<Frame.Cell>, to new: ArraySlice<Frame.Cell>)
    -> [Bool]
  {
    let start = new.startIndex
    var changes = zip(old, new).map { $0 != $1 }
    var before: [Bool] = []
    while changes != before {
      before = changes
      for index in changes.indices where changes[index] {
        // A wide character is written as a whole, from its first column on.
        var first = index
        while first > 0, new[start + first].width == 0 { first -= 1 }
        let reach = max(old[start + index].reach, new[start + first].reach)
        let end = min(changes.count, index + reach)
        if new[start + first].mayBePushed(from: first, of: changes.count) {
          first = min(first, max(0, changes.count - reach))
        }
        for other in first..<end { changes[other] = true }
      }
    }
    return changes
  }
}

extension Frame.Cell {
  /// The certainty about the number of columns that a terminal takes for the character.
  enum Certainty {
    case narrow
    case wide
    case unsure
  }

  var certainty: Certainty {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
      return .unsure
    }
    if scalar.isASCII { return .narrow }
    switch scalar.value {
    // Latin, Greek and Cyrillic letters; punctuation, arrows and lines.
    case 0xA1...0x52F, 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x25FC:
      return width == 1 && !scalar.properties.isEmoji ? .narrow : .unsure
    // Kana, ideographs, Hangul syllables.
    case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60:
      return width == 2 ? .wide : .unsure
    default: return .unsure
    }
  }

  /// The number of columns, from its first one on, that a terminal may have changed when it drew the cell.
  var reach: Int {
    certainty == .unsure
      ? max(Int(width), 2 * character.unicodeScalars.count) : max(1, Int(width))
  }

  /// Whether the cell may not fit before the right edge, so that a terminal draws it further left.
  fileprivate func mayBePushed(from column: Int, of columns: Int) -> Bool {
    certainty == .unsure && column + reach > columns
  }
}
