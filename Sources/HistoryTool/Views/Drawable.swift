// How view models get on the screen: each is drawn in its own way, and one display accepts them
// all.

import HistoryScenes

package protocol Drawable {
  func draw(on screen: Screen)
}

package final class ScreenDisplay<Model: Drawable>: DisplayLogic {
  private let screen: Screen

  package init(_ screen: Screen) { self.screen = screen }

  package func display(_ viewModel: Model) { viewModel.draw(on: screen) }
}
