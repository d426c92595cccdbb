// The screens of the scenes that look at the log as a whole.

import Terminal
import UseCases

extension Screen: OrderHistoryDisplayLogic {
  func display(_ viewModel: OrderHistory.ViewModel) {
    // Entries come one by one, so columns have fixed widths that fit most.
    let seq = viewModel.seq.padded(to: 6, .right)
    let stream = visible(viewModel.stream).padded(to: 10)
    let actor = visible(viewModel.actor).padded(to: 8)
    let command = visible(viewModel.command).padded(to: 20)
    let outcome = palette.styled(
      visible(viewModel.outcome), viewModel.isRefused ? .red : .green)
    line(
      "\(palette.styled(seq, .yellow))  \(palette.styled(viewModel.at, .dim))  \(stream)  \(actor)  "
        + "\(command)  \(outcome)")
  }

  func display(summary: String) { line(summary) }
}

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
