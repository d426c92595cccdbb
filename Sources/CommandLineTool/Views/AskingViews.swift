// The screens of the scenes that ask conditions of the past.

import Terminal
import UseCases

extension Screen: FindMomentsDisplayLogic {
  func display(_ viewModel: FindMoments.ViewModel) {
    let change = palette.styled(visible(viewModel.change), viewModel.holds ? .green : .red)
    line(
      "\(entryColumns(seq: viewModel.seq, at: viewModel.at, order: viewModel.order))  \(change)")
  }

  /// An entry's number, time and order: rows come one by one, so columns have fixed widths that
  /// fit most.
  func entryColumns(seq: String, at: String, order: String) -> String {
    let seq = palette.styled(seq.padded(to: 6, .right), .yellow)
    return "\(seq)  \(palette.styled(at.padded(to: 19), .dim))  \(visible(order).padded(to: 10))"
  }
}

/// Shows values in columns as wide as their heads, or as most values.
final class FormulaView: WatchFormulasDisplayLogic {
  private static let leastWidth = 10
  private let screen: Screen
  private var columns: [WatchFormulas.Column] = []

  init(_ screen: Screen) { self.screen = screen }

  func display(columns: [WatchFormulas.Column], timeZone: String) {
    self.columns = columns
    let time = "TIME (\(visible(timeZone)))".padded(to: 19)
    let heads = " ENTRY  \(time)  ORDER     " + row(columns.map(\.text))
    screen.line(screen.palette.styled(heads, .bold))
  }

  func display(_ viewModel: WatchFormulas.ViewModel) {
    let entry = screen.entryColumns(
      seq: viewModel.seq, at: viewModel.at, order: viewModel.order)
    screen.line(entry + row(viewModel.values))
  }

  func display(summary: String) { screen.line(summary) }

  private func row(_ values: [String]) -> String {
    var line = ""
    for (index, (column, value)) in zip(columns, values).enumerated() {
      let width = max(Self.leastWidth, visible(column.text).displayWidth)
      let isLast = index == columns.count - 1
      let value = visible(value)
      line += "  "
      line +=
        column.isNumber
        ? value.padded(to: width, .right) : isLast ? value : value.padded(to: width)
    }
    return line
  }
}

extension Screen: CheckInvariantsDisplayLogic {
  func display(_ viewModel: CheckInvariants.ViewModel) {
    let width = viewModel.lines.map(\.name.count).max() ?? 0
    for invariant in viewModel.lines {
      let verdict = palette.styled(invariant.verdict, invariant.holds ? .green : .red)
      line("\(invariant.name.padded(to: width))  \(verdict)")
      for detail in invariant.details { line("  " + visible(detail)) }
    }
    line(viewModel.summary)
    if let warning = viewModel.warning { display(note: warning) }
  }
}
