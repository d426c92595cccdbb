// The screens of the scenes that evaluate conditions on the past.

import Terminal
import HistoryScenes

extension FindMoments.ViewModel: Drawable {
  /// Enough for the longest of most logs, `ends; it held since @4127`.
  private static let changeWidth = 25

  package func draw(on screen: Screen) {
    switch self {
    case .moment(let moment):
      screen.row(
        screen.entryCells(seq: moment.seq, at: moment.at, stream: moment.order)
          + [
            screen.column(moment.change, Self.changeWidth, .left, moment.holds ? .green : .red),
            .init(moment.outcome),
          ])
    case .summary(let sentence): screen.paragraph(sentence)
    case .nothing: break
    }
  }
}

final class FormulaDisplay: DisplayLogic {
  private static let leastWidth = 10
  /// Enough for most amounts with their currency.
  private static let moneyWidth = 14
  private let screen: Screen
  private let noun: String
  private let isOfOneStream: Bool
  private var columns: [WatchFormulas.Column] = []

  /// - Parameters:
  ///   - noun: What a stream is called.
  ///   - isOfOneStream: Whether amounts are without their currency, which is the same in all rows.
  init(_ screen: Screen, _ noun: String, isOfOneStream: Bool) {
    self.screen = screen
    self.noun = noun
    self.isOfOneStream = isOfOneStream
  }

  func display(_ viewModel: WatchFormulas.ViewModel) {
    switch viewModel {
    case .columns(let columns, let timeZone):
      self.columns = columns
      show(
        seq: "ENTRY", at: "TIME (\(timeZone))", stream: noun.uppercased(), columns.map(\.text),
        isHead: true)
    case .row(let row): show(seq: row.seq, at: row.at, stream: row.order, row.values)
    case .summary(let sentence): screen.paragraph(sentence)
    }
  }

  private func show(
    seq: String, at: String, stream: String, _ values: [String], isHead: Bool = false
  ) {
    let style: Palette.Style? = isHead ? .bold : nil
    var cells = screen.entryCells(seq: seq, at: at, stream: stream, style)
    for (index, (column, value)) in zip(columns, values).enumerated() {
      let isLast = index == columns.count - 1 && !column.isNumber
      let least = column.type == .money && !isOfOneStream ? Self.moneyWidth : Self.leastWidth
      let width = isLast ? 0 : max(least, visible(column.text).displayWidth)
      cells.append(screen.column(value, width, column.isNumber ? .right : .left, style))
    }
    screen.row(cells)
  }
}

extension CheckInvariants.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    let width = lines.map(\.name.count).max() ?? 0
    for invariant in lines {
      let verdict = screen.palette.styled(invariant.verdict, invariant.holds ? .green : .red)
      screen.line("\(invariant.name.padded(to: width))  \(verdict)")
      for detail in invariant.details { screen.paragraph(visible(detail), after: "  ") }
    }
    screen.paragraph(summary)
  }
}
