// The screens of the scenes that decide a history again.

import HistoryScenes
import Terminal

extension ReplayHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    switch self {
    case .divergence(let divergence): Self.draw(divergence, on: screen)
    case .summary(let report): Self.draw(report, on: screen)
    }
  }

  private static func draw(_ divergence: ReplayHistory.Paragraph, on screen: Screen) {
    screen.paragraph(visible(divergence.headline), .bold)
    if let subject = divergence.subject { screen.paragraph(visible(subject), after: "  ") }
    if let recorded = divergence.recorded {
      screen.paragraph(visible(recorded), after: "  - ", .red)
    }
    if let replayed = divergence.replayed {
      screen.paragraph(visible(replayed), after: "  + ", .green)
    }
    for note in divergence.notes { screen.paragraph(visible(note), after: "  ", .dim) }
    screen.line()
  }

  private static func draw(_ report: ReplayHistory.Report, on screen: Screen) {
    screen.paragraph(visible(report.headline), report.isIdentical ? .green : .red)
    if !report.groups.isEmpty {
      let rows = report.groups.map { $0.map { Table.Cell($0) } }
      screen.table(Table([.init(""), .init(""), .init("", .right)], rows: rows))
    }
    for note in report.notes { screen.paragraph(visible(note)) }
  }
}

extension HistoryDifferences.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    switch self {
    case .difference(let difference):
      screen.paragraph(visible(difference.headline), .bold)
      for text in difference.was { screen.paragraph(visible(text), after: "  - ", .red) }
      for text in difference.now { screen.paragraph(visible(text), after: "  + ", .green) }
      screen.line()
    case .summary(let report):
      screen.paragraph(visible(report.headline), report.isSame ? .green : .bold)
      if !report.money.isEmpty {
        let rows = report.money.map { [Table.Cell("  " + $0[0]), .init($0[1])] }
        screen.table(Table([.init(""), .init("", .right)], rows: rows))
      }
    }
  }
}

extension StepThroughHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    switch self {
    case .entry(let entry): entry.draw(on: screen)
    case .details(let details): (details.value as? any Drawable)?.draw(on: screen)
    case .changes(let changes): screen.display(changes, indent: 2)
    case .decision(let decision): decision.draw(on: screen)
    case .rows(let rows): screen.display(rows)
    case .sentence(let sentence): screen.paragraph(visible(sentence))
    }
  }
}

extension BisectHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    if let sentence { screen.paragraph(visible(sentence)) }
    entry?.draw(on: screen)
  }
}

extension ExtractHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    if let summary { screen.paragraph(visible(summary)) }
  }
}
