// The screens of the commands that change a store.

import CleanStore
import JSONLines
import Terminal

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

/// Shows what a recovery did.
struct RecoveryView {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  func display(_ report: RecoveryReport, asJSON: Bool) {
    asJSON ? displayJSON(report) : displayText(report)
  }

  private func displayText(_ report: RecoveryReport) {
    guard let damage = report.damage else {
      screen.line("Nothing to recover: all \(report.keptThrough) entries are good.")
      return
    }
    screen.line("\(visible(damage.description))")
    screen.line("Kept entries 1 to \(report.keptThrough) as they were.")
    screen.line("Moved \(report.movedBytes) bytes to:")
    for file in report.files { screen.line("  " + visible(file)) }
  }

  private func displayJSON(_ report: RecoveryReport) {
    var writer = JSONWriter()
    writer.raw(#"{"keptThrough":"#)
    writer.integer(Int64(report.keptThrough))
    writer.raw(#","movedBytes":"#)
    writer.integer(Int64(report.movedBytes))
    writer.raw(#","files":["#)
    for (index, file) in report.files.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string(file)
    }
    writer.raw("]}")
    screen.display(document: writer)
  }
}
