// The screens of the scenes that change something.

import Terminal
import HistoryScenes
import HistoryTool
import OrderScenes

extension OutcomeViewModel: Drawable {
  package func draw(on screen: Screen) {
    switch self {
    case .done(let report):
      screen.line(visible(report.headline))
      screen.line(screen.palette.styled("  " + visible(report.record), .dim))
    case .refused(let refusal): screen.display(refusal: refusal)
    }
  }
}

final class QuietDisplay: DisplayLogic {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  func display(_ viewModel: OutcomeViewModel) {
    if case .done(let report) = viewModel {
      screen.line(report.id)
    } else {
      viewModel.draw(on: screen)
    }
  }
}
