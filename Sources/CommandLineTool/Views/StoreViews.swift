// The screens of the commands that make, change, copy or repair a store.

import Terminal
import HistoryScenes
import HistoryTool
import OrderScenes

final class ImportDisplay: DisplayLogic {
  private let screen: Screen
  private let progress: ProgressLine

  init(_ screen: Screen, _ progress: ProgressLine) {
    self.screen = screen
    self.progress = progress
  }

  func display(_ viewModel: ImportCommands.ViewModel) {
    // Progress that can't be shown is no reason to stop.
    try? progress.finish()
    for line in viewModel.lines { screen.paragraph(visible(line)) }
    for conflict in viewModel.conflicts { screen.display(note: conflict) }
  }
}

extension InitialiseStore.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.paragraph(visible(sentence)) }
}

extension RecoverStore.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
  }
}

extension ManageCache.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for line in lines { screen.paragraph(visible(line)) }
  }
}

extension BackUpStore.ViewModel: Drawable {
  package func draw(on screen: Screen) { screen.paragraph(visible(sentences)) }
}
