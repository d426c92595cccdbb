// The screens of the commands that record something and list streams.

import HistoryScenes
import Terminal

extension OutcomeViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    guard case .done(let report) = self else { return }
    page.paragraph(report.headline)
    page.paragraph(report.record, after: "  ", .dim)
  }

  package func drawAside(on page: inout StyledLines) {
    if case .refused(let refusal) = self { refusal.draw(on: &page) }
  }
}

extension ImportCommands.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    lines.draw(on: &page)
  }

  package func drawAside(on page: inout StyledLines) {
    for line in undone { page.note(line) }
  }
}

extension ListStreams.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    if !rows.isEmpty {
      let columns = zip(headings, areNumbers).map { heading, isNumber in
        Table.Column(heading, isNumber ? .right : .left, isNumber ? .fixed : .wraps)
      }
      page.table(Table(columns, rows: rows.map { row in row.map { Table.Cell($0) } }))
    }
    page.paragraph(summary)
  }
}
