// The screens of the scenes that ask conditions of the past.

import Terminal
import UseCases

extension Screen: FindMomentsDisplayLogic {
  func display(_ viewModel: FindMoments.ViewModel) {
    row(
      entryCells(seq: viewModel.seq, at: viewModel.at, order: viewModel.order)
        + [.init(viewModel.change, viewModel.holds ? .green : .red)])
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
    show(
      seq: "ENTRY", at: "TIME (\(timeZone))", order: "ORDER", columns.map(\.text), isHead: true)
  }

  func display(_ viewModel: WatchFormulas.ViewModel) {
    show(seq: viewModel.seq, at: viewModel.at, order: viewModel.order, viewModel.values)
  }

  func display(summary: String) { screen.line(summary) }

  private func show(
    seq: String, at: String, order: String, _ values: [String], isHead: Bool = false
  ) {
    let style: Palette.Style? = isHead ? .bold : nil
    var cells = screen.entryCells(seq: seq, at: at, order: order, style)
    for (index, (column, value)) in zip(columns, values).enumerated() {
      let isLast = index == columns.count - 1 && !column.isNumber
      let width = isLast ? 0 : max(Self.leastWidth, visible(column.text).displayWidth)
      cells.append(screen.column(value, width, column.isNumber ? .right : .left, style))
    }
    screen.row(cells)
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
