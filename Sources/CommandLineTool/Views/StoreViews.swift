// The screens of the commands that make, change or mend a store.

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

/// Shows what was done to a store as a whole.
struct StoreView {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  func displayCreated(path: String, id: String, asJSON: Bool) {
    guard asJSON else { return screen.line("Made an empty store in \(visible(path)).") }
    var writer = JSONWriter()
    writer.raw(#"{"store":"#)
    writer.string(path)
    writer.raw(#","id":"#)
    writer.string(id)
    writer.raw("}")
    screen.display(document: writer)
  }

  func display(_ report: RecoveryReport, asJSON: Bool) {
    if asJSON { return displayJSON(report) }
    guard let damage = report.damage else {
      return screen.line("Nothing to recover: all \(report.keptThrough) entries are good.")
    }
    screen.line(visible(damage.description))
    screen.line("Kept everything before it: entries 1 to \(report.keptThrough).")
    screen.line("Moved \(report.bytesMoved) bytes to:")
    for file in report.files { screen.line("  " + visible(file)) }
  }

  private func displayJSON(_ report: RecoveryReport) {
    var writer = JSONWriter()
    writer.raw(#"{"keptThrough":"#)
    writer.integer(Int64(report.keptThrough))
    if let damage = report.damage {
      writer.raw(#","damage":"#)
      writer.string(damage.description)
    }
    writer.raw(#","bytesMoved":"#)
    writer.integer(Int64(report.bytesMoved))
    writer.raw(#","files":["#)
    for (index, file) in report.files.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string(file)
    }
    writer.raw("]}")
    screen.display(document: writer)
  }
}
