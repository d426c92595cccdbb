// The screens of the scenes that track down a mistake.

import Terminal
import UseCases

extension Screen: StepThroughHistoryDisplayLogic {
  func display(_ viewModel: StepThroughHistory.ViewModel) {
    let width = viewModel.rows.compactMap { $0.first?.displayWidth }.max() ?? 0
    for row in viewModel.rows {
      let first = visible(row.first ?? "").padded(to: width)
      line("  " + ([first] + row.dropFirst().map { visible($0) }).joined(separator: "  "))
    }
  }

  func display(changes: [ChangeLine]) { display(changes, indent: 2) }

  func display(sentence: String) { line(visible(sentence)) }
}

extension Screen: BisectHistoryDisplayLogic {
  func display(verdict: String) { line(visible(verdict)) }
}

extension Screen: ExtractHistoryDisplayLogic {
  func display(_ viewModel: ExtractHistory.ViewModel) {
    if let summary = viewModel.summary { line(visible(summary)) }
    for note in viewModel.notes { display(note: note) }
  }
}
