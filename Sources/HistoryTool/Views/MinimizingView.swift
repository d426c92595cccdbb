// The screen of the scene that minimizes a history. If the history itself goes to standard output,
// the report about it goes to standard error.

final class MinimizingView: Display, DocumentDisplay {
  private let screen: Screen
  private let isAside: Bool

  /// - Parameter isAside: Whether to show it on standard error.
  init(_ screen: Screen, isAside: Bool) {
    self.screen = screen
    self.isAside = isAside
  }

  func display(_ viewModel: MinimizeHistory.ViewModel) {
    show { page in
      page.line(StyledText(viewModel.headline))
      let columns = viewModel.rows.first?.map { _ in Table.Column("") } ?? []
      page.table(Table(columns, rows: viewModel.rows.map { $0.map { .init($0) } }))
      for note in viewModel.notes { page.line(StyledText(note)) }
    }
  }

  func display(document: borrowing JSONWriter) {
    guard isAside else { return screen.display(document: document) }
    screen.display(problem: document.withBytes { String(decoding: $0, as: UTF8.self) } + "\n")
  }

  /// People read notes below the entries, programs next to the document.
  func display(note: String) {
    if screen.asJSON {
      screen.display(note: note)
    } else {
      show { $0.line(StyledText(note)) }
    }
  }

  func display(failure: Failure) { screen.display(failure: failure) }

  private func show(_ draw: (inout StyledLines) -> Void) {
    if isAside { screen.showAside(draw) } else { screen.show(draw) }
  }
}

extension MinimizingView: HistoryLineOutput {
  var isClosed: Bool { screen.isClosed }

  func write(line: borrowing JSONWriter) {
    screen.display(document: line)
  }
}
