// The screens of the commands that record something.

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
