// The screens of the scenes that decide a history once more.

import Terminal
import UseCases

extension Screen: ReplayHistoryDisplayLogic {
  func display(_ viewModel: ReplayHistory.ItemViewModel) {
    line(palette.styled(visible(viewModel.headline), .bold))
    if let subject = viewModel.subject { line("  " + visible(subject)) }
    if let recorded = viewModel.recorded {
      line(palette.styled("  - " + visible(recorded), .red))
    }
    if let replayed = viewModel.replayed {
      line(palette.styled("  + " + visible(replayed), .green))
    }
    for note in viewModel.notes { line(palette.styled("  " + visible(note), .dim)) }
    line()
  }

  func display(_ viewModel: ReplayHistory.ViewModel) {
    line(palette.styled(visible(viewModel.headline), viewModel.isIdentical ? .green : .red))
    if !viewModel.groups.isEmpty {
      var table = Table([.init(""), .init(""), .init("", .right)])
      for group in viewModel.groups { table.append(group.map { .init($0) }) }
      self.table(table)
    }
    for note in viewModel.notes { line(note) }
    if let warning = viewModel.warning { display(note: warning) }
  }
}

extension Screen: HistoryDifferencesDisplayLogic {
  func display(_ viewModel: HistoryDifferences.ItemViewModel) {
    line(palette.styled(visible(viewModel.headline), .bold))
    for text in viewModel.was { line(palette.styled("  - " + visible(text), .red)) }
    for text in viewModel.now { line(palette.styled("  + " + visible(text), .green)) }
    line()
  }

  func display(_ viewModel: HistoryDifferences.ViewModel) {
    line(palette.styled(visible(viewModel.headline), viewModel.isSame ? .green : .bold))
    if !viewModel.money.isEmpty {
      var table = Table([.init(""), .init("", .right)])
      for row in viewModel.money { table.append([.init("  " + row[0]), .init(row[1])]) }
      self.table(table)
    }
    if let warning = viewModel.warning { display(note: warning) }
  }
}
