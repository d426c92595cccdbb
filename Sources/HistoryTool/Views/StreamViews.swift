// The screens of the commands that record something and list streams.

import HistoryScenes
import Terminal

extension OutcomeViewModel: Drawable {
  package func draw(on screen: Screen) {
    switch self {
    case .done(let report):
      screen.paragraph(visible(report.headline))
      screen.paragraph(visible(report.record), after: "  ", .dim)
    case .refused(let refusal): screen.display(refusal: refusal)
    }
  }
}

extension ImportCommands.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
    for line in undone { screen.display(note: line) }
  }
}

extension PlanStreamErasure.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.paragraph(visible(line)) }
}

extension InitialiseStore.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.paragraph(visible(sentence)) }
}

extension ListStreams.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    if !rows.isEmpty {
      let columns = zip(headings, areNumbers).map { heading, isNumber in
        Table.Column(heading, isNumber ? .right : .left, isNumber ? .fixed : .wraps)
      }
      screen.table(Table(columns, rows: rows.map { row in row.map { Table.Cell($0) } }))
    }
    screen.paragraph(summary)
  }
}
