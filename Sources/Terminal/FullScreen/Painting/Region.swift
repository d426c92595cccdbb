// Sizes and rectangles of a screen, counted from 0 at its top left. A part of a region never reaches out of it.

package struct ScreenSize: Hashable, Sendable {
  package let rows: Int
  package let columns: Int

  /// A size between nothing and more than any screen, so that a terminal that claims another one can't
  /// use up the memory.
  package init(rows: Int, columns: Int) {
    self.rows = min(max(0, rows), 500)
    self.columns = min(max(0, columns), 1000)
  }
}

package struct Region: Hashable, Sendable {
  package let row: Int
  package let column: Int
  package let width: Int
  package let height: Int

  /// All of a screen.
  package init(_ size: ScreenSize) {
    self.init(row: 0, column: 0, width: size.columns, height: size.rows)
  }

  private init(row: Int, column: Int, width: Int, height: Int) {
    (self.row, self.column, self.width, self.height) = (row, column, width, height)
  }

  package var isEmpty: Bool { width == 0 || height == 0 }

  /// The intersection of this region and a rectangle in it, whose row and column are counted from
  /// this region's.
  package func part(row: Int = 0, column: Int = 0, width: Int = .max, height: Int = .max) -> Region
  {
    let (rows, columns) = (
      Self.common(row, height, limit: self.height), Self.common(column, width, limit: self.width)
    )
    return Region(
      row: self.row + rows.lowerBound, column: self.column + columns.lowerBound,
      width: columns.count, height: rows.count)
  }

  private static func common(_ start: Int, _ count: Int, limit: Int) -> Range<Int> {
    let (sum, isBeyond) = start.addingReportingOverflow(max(0, count))
    let lower = min(max(0, start), limit)
    return lower..<max(lower, isBeyond ? limit : min(sum, limit))
  }

  /// The first rows, and the others.
  package func split(top height: Int) -> (top: Region, rest: Region) {
    (part(height: height), part(row: max(0, height)))
  }

  /// The last rows, and the others.
  package func split(bottom height: Int) -> (rest: Region, bottom: Region) {
    let (rest, bottom) = split(top: self.height - max(0, height))
    return (rest, bottom)
  }

  /// The first columns, and the others.
  package func split(left width: Int) -> (left: Region, rest: Region) {
    (part(width: width), part(column: max(0, width)))
  }

  /// A region of this size at most, in the middle of this one.
  package func centered(width: Int, height: Int) -> Region {
    let (width, height) = (min(max(0, width), self.width), min(max(0, height), self.height))
    return part(
      row: (self.height - height) / 2, column: (self.width - width) / 2, width: width,
      height: height)
  }

  package func contains(row: Int, column: Int) -> Bool {
    (self.row..<self.row + height).contains(row)
      && (self.column..<self.column + width).contains(column)
  }
}
