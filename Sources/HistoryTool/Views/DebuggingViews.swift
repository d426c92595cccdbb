// The screens of the scenes that track down a mistake.

import Terminal
import HistoryScenes

extension StepThroughHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    switch self {
    case .entry(let entry): entry.draw(on: screen)
    case .details(let details): (details.value as? any Drawable)?.draw(on: screen)
    case .changes(let changes): screen.display(changes, indent: 2)
    case .decision(let decision): decision.draw(on: screen)
    case .rows(let rows):
      let width = rows.compactMap { $0.first?.displayWidth }.max() ?? 0
      for row in rows {
        let first = visible(row.first ?? "").padded(to: width)
        screen.line("  " + ([first] + row.dropFirst().map { visible($0) }).joined(separator: "  "))
      }
    case .sentence(let sentence): screen.line(visible(sentence))
    }
  }
}

extension BisectHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    if let sentence { screen.line(visible(sentence)) }
    entry?.draw(on: screen)
  }
}

extension ExtractHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    if let summary { screen.line(visible(summary)) }
  }
}
