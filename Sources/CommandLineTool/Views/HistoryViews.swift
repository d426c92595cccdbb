// The screens of the scenes that look at the log as a whole.

import Terminal
import UseCases

extension Screen: StoreStatisticsDisplayLogic {
  func display(_ viewModel: StoreStatistics.ViewModel) {
    var table = Table([.init(""), .init("", .right)])
    for group in viewModel.groups {
      table.append([.init(group.title, .bold)])
      for line in group.lines { table.append([.init("  " + line.label), .init(line.value)]) }
    }
    self.table(table)
    if let warning = viewModel.warning { display(note: warning) }
  }
}

extension Screen: VerifyHistoryDisplayLogic {
  func display(_ viewModel: VerifyHistory.ViewModel) {
    for (index, text) in viewModel.lines.enumerated() {
      let text = visible(text)
      line(index == 0 ? palette.styled(text, viewModel.isGood ? .green : .red) : text)
    }
  }
}
