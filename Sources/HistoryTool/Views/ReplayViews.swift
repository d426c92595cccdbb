// The screens of the scenes that decide a history again.

extension HistoryDifferences.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    switch self {
    case .difference(let difference):
      page.paragraph(difference.headline, .bold)
      if let subject = difference.subject { page.paragraph(subject, after: "  ") }
      for text in difference.was { page.paragraph(text, after: "  - ", .red) }
      for text in difference.now { page.paragraph(text, after: "  + ", .green) }
      for note in difference.notes { page.paragraph(note, after: "  ", .dim) }
      page.line()
    case .summary(let report):
      page.paragraph(report.headline, report.isSame ? .green : report.isError ? .red : .bold)
      if let first = report.rows.first {
        let columns = first.dropLast().map { _ in Table.Column("") } + [.init("", .right)]
        page.table(Table(columns, rows: report.rows.map { $0.map { Table.Cell($0) } }))
      }
      for note in report.notes { page.paragraph(note) }
    }
  }
}

extension StepThroughHistory.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    switch self {
    case .entry(let entry): entry.draw(on: &page)
    case .details(let details): (details.value as? any Drawable)?.draw(on: &page)
    case .changes(let changes): page.changes(changes, indent: 2)
    case .decision(let decision): decision.draw(on: &page)
    case .rows(let rows): page.rows(rows)
    case .sentence(let sentence): page.paragraph(sentence)
    }
  }
}

extension BisectHistory.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    if let sentence { page.paragraph(sentence) }
    entry?.draw(on: &page)
  }
}
