// The screen of the scene that minimizes a history. If the history itself goes to standard output,
// the report about it goes to standard error.

import HistoryScenes
import JSONLines
import Terminal

final class MinimizingView: DisplayLogic, DocumentDisplayLogic {
  private let screen: Screen
  private let isAside: Bool

  /// - Parameter isAside: Whether to show it on standard error.
  init(_ screen: Screen, isAside: Bool) {
    self.screen = screen
    self.isAside = isAside
  }

  func display(_ viewModel: MinimizeHistory.ViewModel) {
    var table = Table(viewModel.rows.first?.map { _ in .init("") } ?? [])
    for row in viewModel.rows { table.append(row.map { .init($0) }) }
    let rows = table.lines(palette: screen.palette, maximumWidth: screen.width)
    show([visible(viewModel.headline)] + rows + viewModel.notes.map { visible($0) })
  }

  func display(document: borrowing JSONWriter) {
    guard isAside else { return screen.display(document: document) }
    screen.display(problem: document.withBytes { String(decoding: $0, as: UTF8.self) } + "\n")
  }

  /// People read notes below the entries, programs next to the document.
  func display(note: String) {
    if screen.asJSON { screen.display(note: note) } else { show([visible(note)]) }
  }

  func display(refusal: RefusalViewModel) { screen.display(refusal: refusal) }

  private func show(_ lines: [String]) {
    if isAside { return screen.display(problem: lines.map { $0 + "\n" }.joined()) }
    for line in lines { screen.line(line) }
  }
}

extension MinimizingView: HistoryLineOutput {
  var isClosed: Bool { screen.isClosed }

  func write(line: borrowing JSONWriter) {
    screen.display(document: line)
  }
}
