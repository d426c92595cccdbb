// The screens of the scenes that decide a history again.

import HistoryScenes
import Terminal

extension ReplayHistory.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    switch self {
    case .divergence(let divergence): Self.draw(divergence, on: &page)
    case .summary(let report): Self.draw(report, on: &page)
    }
  }

  private static func draw(_ divergence: ReplayHistory.Paragraph, on page: inout StyledLines) {
    page.paragraph(divergence.headline, .bold)
    if let subject = divergence.subject { page.paragraph(subject, after: "  ") }
    if let recorded = divergence.recorded {
      page.paragraph(recorded, after: "  - ", .red)
    }
    if let replayed = divergence.replayed {
      page.paragraph(replayed, after: "  + ", .green)
    }
    for note in divergence.notes { page.paragraph(note, after: "  ", .dim) }
    page.line()
  }

  private static func draw(_ report: ReplayHistory.Report, on page: inout StyledLines) {
    page.paragraph(report.headline, report.isIdentical ? .green : .red)
    if !report.groups.isEmpty {
      let rows = report.groups.map { $0.map { Table.Cell($0) } }
      page.table(Table([.init(""), .init(""), .init("", .right)], rows: rows))
    }
    for note in report.notes { page.paragraph(note) }
  }
}

extension HistoryDifferences.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    switch self {
    case .difference(let difference):
      page.paragraph(difference.headline, .bold)
      for text in difference.was { page.paragraph(text, after: "  - ", .red) }
      for text in difference.now { page.paragraph(text, after: "  + ", .green) }
      page.line()
    case .summary(let report):
      page.paragraph(report.headline, report.isSame ? .green : .bold)
      if !report.money.isEmpty {
        let rows = report.money.map { [Table.Cell("  " + $0[0]), .init($0[1])] }
        page.table(Table([.init(""), .init("", .right)], rows: rows))
      }
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
