// How view models get on the screen: each is drawn in its own way, and one display accepts them
// all.

import HistoryScenes

/// A view model that a screen can show.
package protocol Drawable {
  func draw(on screen: Screen)
}

/// Displays the view models of a scene on a screen.
package final class ScreenDisplay<Model: Drawable>: DisplayLogic {
  private let screen: Screen

  package init(_ screen: Screen) { self.screen = screen }

  package func display(_ viewModel: Model) { viewModel.draw(on: screen) }
}
