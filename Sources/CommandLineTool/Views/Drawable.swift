// How view models get on the screen: each says how it is drawn, and one display takes them all.

import HistoryScenes
import OrderScenes

/// A view model that a screen can show.
protocol Drawable {
  func draw(on screen: Screen)
}

/// Displays the view models of a scene on a screen.
final class ScreenDisplay<Model: Drawable>: DisplayLogic {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  func display(_ viewModel: Model) { viewModel.draw(on: screen) }
}
