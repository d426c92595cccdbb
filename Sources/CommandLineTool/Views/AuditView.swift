// The page of an audit.

import HistoryTool
import OrderScenes
import Terminal

extension AuditHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for section in sections { draw(section, on: screen) }
    if let headings = money.first {
      screen.line(screen.palette.styled("Money", .bold))
      var table = Table(headings.enumerated().map { .init($1, $0 < 2 ? .left : .right) })
      for row in money.dropFirst() { table.append(row.map { .init($0) }) }
      screen.table(table)
      for note in moneyNotes { screen.paragraph(visible(note), after: "  ") }
    }
    for finding in findings { draw(finding, on: screen) }
    screen.paragraph(conclusion, isClean ? .green : .red)
  }

  private func draw(_ section: Section, on screen: Screen) {
    screen.line(screen.palette.styled(visible(section.title), section.isGood ? [.bold] : [.red]))
    for line in section.lines { screen.paragraph(visible(line), after: "  ") }
  }
}

extension ListFinding.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    if !rows.isEmpty {
      let columns = headings.map {
        Table.Column($0, ["ENTRY", "AMOUNT"].contains($0) ? .right : .left)
      }
      screen.table(Table(columns, rows: rows.map { $0.map { Table.Cell($0) } }))
    }
    screen.paragraph(visible(summary))
  }
}
