// The bar at the bottom that stands for the whole history.

struct TimeLine {
  private let here: Int
  private let end: Int
  private let marks: [Int]

  init(_ journey: Journey) { self.init(here: journey.here, end: journey.end, marks: journey.marks) }

  init(here: Int, end: Int, marks: [Int]) { (self.here, self.end, self.marks) = (here, end, marks) }

  /// The bar: what has happened is thick, with signs for the place and the marks.
  func text(width: Int) -> StyledText {
    guard width > 2 else { return .empty }
    let place = column(of: here, width: width)
    let marked = Set(marks.map { column(of: $0, width: width) })
    var text = StyledText.empty
    for column in 0..<width {
      if column == place {
        text += (marked.contains(place) ? BrowserSign.markHere : .here).text
      } else if marked.contains(column) {
        text += BrowserSign.mark.text
      } else {
        text += column < place ? StyledText("━", .cyan) : StyledText("─", .dim)
      }
    }
    return text
  }

  private func column(of entry: Int, width: Int) -> Int {
    end == 0 ? width - 1 : Int(Int128(entry) * Int128(width - 1) / Int128(end))
  }

  /// The entry that a column of the bar stands for.
  func entry(atColumn column: Int, width: Int) -> Int {
    guard width > 1 else { return end }
    return Int(Int128(min(max(0, column), width - 1)) * Int128(end) / Int128(width - 1))
  }
}
