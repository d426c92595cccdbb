// Cutting a line of styled text to a width, and wrapping it. Wide characters are never halved.

import Formatting

extension StyledText {
  /// The text cut to the width, with `…` for what was cut. It is cut between words where it has any, and within
  /// a word only if that has no digit: half a number, id or code is a wrong one.
  package func truncated(to width: Int) -> StyledText {
    guard self.width > width else { return self }
    guard width > 0 else { return .empty }
    var kept = part(from: 0, width: width - 1)
    if let space = kept.text.lastIndex(of: " ") {
      kept = kept.part(from: 0, width: kept.text[...space].reduce(0) { $0 + $1.columnsInFrame })
    } else if text.prefix(while: { $0 != " " }).contains(where: \.isNumber) {
      kept = .empty
    }
    return kept + StyledText("…", kept.runs.last?.style ?? runs.first?.style ?? .plain)
  }

  /// The columns from a place on, at most as many as the width. Where half a wide character would be
  /// left at the beginning, there is a space instead; at the end, nothing.
  package func part(from column: Int, width: Int) -> StyledText {
    var result = StyledText.empty
    var position = 0
    let (sum, isBeyond) = column.addingReportingOverflow(width)
    let end = isBeyond ? .max : sum
    for run in runs where position < end {
      if position >= column, run.text.isPrintableASCII, run.text.utf8.count <= end - position {
        result += StyledText(run.text, run.style)
        position += run.text.utf8.count
        continue
      }
      var kept = ""
      for character in run.text {
        let next = position + character.columnsInFrame
        if position >= column {
          guard next <= end else {
            position = end
            break
          }
          kept.append(character)
        } else if next > column {
          kept += String(repeating: " ", count: min(next, end) - column)
        }
        position = next
        if position >= end { break }
      }
      result += StyledText(kept, run.style)
    }
    return result
  }

  /// The text in lines no wider than the width: broken at spaces, and within words that are wider than
  /// a line. Spaces at a break are dropped; an empty text is one empty line.
  package func wrapped(to width: Int) -> [StyledText] {
    let cells = runs.flatMap { run in
      run.text.map { (character: $0, style: run.style, columns: $0.columnsInFrame) }
    }
    let width = max(1, width)
    var lines: [StyledText] = []
    var start = 0
    while start < cells.count {
      var end = start
      var used = 0
      var lastSpace: Int?
      while end < cells.count, used + cells[end].columns <= width {
        if cells[end].character == " " { lastSpace = end }
        used += cells[end].columns
        end += 1
      }
      // A word that is wider than a line stands alone, and is cut when it is drawn.
      if end == start { end += 1 }
      var next = end
      if end < cells.count {
        if cells[end].character == " " {
          next = end
        } else if let lastSpace, lastSpace > start {
          end = lastSpace
          next = lastSpace
        }
        while next < cells.count, cells[next].character == " " { next += 1 }
        while end > start + 1, cells[end - 1].character == " " { end -= 1 }
      }
      lines.append(Self.text(of: cells[start..<end].map { ($0.character, $0.style) }))
      start = next
    }
    return lines.isEmpty ? [.empty] : lines
  }

  private static func text(of cells: [(Character, TextStyle)]) -> StyledText {
    var result = StyledText.empty
    var index = 0
    while index < cells.count {
      let style = cells[index].1
      let end = cells[index...].firstIndex { $0.1 != style } ?? cells.count
      result += StyledText(String(cells[index..<end].map(\.0)), style)
      index = end
    }
    return result
  }
}
