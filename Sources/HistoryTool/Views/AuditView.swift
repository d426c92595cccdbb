// The page of an audit.

extension AuditHistory.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    for section in sections { draw(section, on: &page) }
    if let headings = money.first {
      page.line(StyledText("Money", .bold))
      var table = Table(headings.enumerated().map { .init($1, $0 < 2 ? .left : .right) })
      for row in money.dropFirst() { table.append(row.map { .init($0) }) }
      page.table(table)
      for note in moneyNotes { page.paragraph(note, after: "  ") }
    }
    for finding in findings { draw(finding, on: &page) }
    page.paragraph(conclusion, isClean ? .green : .red)
  }

  private func draw(_ section: Section, on page: inout StyledLines) {
    page.line(StyledText(section.title, section.isGood ? .bold : .red))
    for line in section.lines { page.paragraph(line, after: "  ") }
  }
}
