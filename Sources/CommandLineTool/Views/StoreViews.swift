// The screens of the commands that make, change or mend a store.

import Terminal
import UseCases

/// Shows how far an import is, and what came of it.
final class ImportView: ImportCommandsDisplayLogic {
  private let screen: Screen
  private let progress: ProgressLine

  init(_ screen: Screen, _ progress: ProgressLine) {
    self.screen = screen
    self.progress = progress
  }

  func display(progress text: @autoclosure () -> String) {
    // Progress that can't be shown is no reason to stop.
    try? progress.update(text())
  }

  func display(_ viewModel: ImportCommands.ViewModel) {
    finish()
    for line in viewModel.lines { screen.line(visible(line)) }
    for conflict in viewModel.conflicts { screen.display(note: conflict) }
  }

  /// Takes the progress line away.
  func finish() { try? progress.finish() }
}

extension Screen: InitialiseStoreDisplayLogic {
  func display(_ viewModel: InitialiseStore.ViewModel) { line(visible(viewModel.sentence)) }
}

extension Screen: RecoverStoreDisplayLogic {
  func display(_ viewModel: RecoverStore.ViewModel) {
    for line in viewModel.lines { self.line(visible(line)) }
  }
}
