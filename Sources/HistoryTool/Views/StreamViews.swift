// The screens of the commands that record something.

extension OutcomeViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    page.paragraph(headline)
    page.paragraph(record, after: "  ", .dim)
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
