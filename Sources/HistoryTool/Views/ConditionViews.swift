// The screens of the scenes that evaluate conditions on the past.

extension FindMoments.ViewModel: Drawable {
  /// Enough for the longest of most logs, `ends; it held since @4127`.
  private static let changeWidth = 25

  package func draw(on page: inout StyledLines) {
    switch self {
    case .moment(let moment):
      page.row(
        page.entryCells(seq: moment.seq, at: moment.at, stream: moment.stream)
          + [
            page.column(moment.change, Self.changeWidth, .left, moment.holds ? .green : .red),
            .init(moment.outcome),
          ])
    case .summary(let sentence): page.paragraph(sentence)
    case .nothing: break
    }
  }
}

/// Draws a column for each expression.
final class FormulaView {
  private static let leastWidth = 10
  /// Enough for most amounts with their currency.
  private static let moneyWidth = 14
  private let noun: String
  private let isOfOneStream: Bool
  private var columns: [WatchFormulas.Column] = []

  /// - Parameters:
  ///   - noun: The word for a stream.
  ///   - isOfOneStream: Whether amounts are without their currency, which is the same in all rows.
  init(_ noun: String, isOfOneStream: Bool) {
    self.noun = noun
    self.isOfOneStream = isOfOneStream
  }

  func drawing(_ viewModel: WatchFormulas.ViewModel) -> any Drawable {
    switch viewModel {
    case .columns(let columns, let timeZone):
      self.columns = columns
      return row(
        seq: "ENTRY", at: "TIME (\(timeZone))", stream: noun.uppercased(), columns.map(\.text),
        .bold)
    case .row(let row): return self.row(seq: row.seq, at: row.at, stream: row.stream, row.values)
    case .summary(let sentence): return sentence
    }
  }

  private func row(
    seq: String, at: String, stream: String, _ values: [String], _ style: TextStyle? = nil
  ) -> Drawing {
    Drawing { [self] page in
      var cells = page.entryCells(seq: seq, at: at, stream: stream, style)
      for (index, (column, value)) in zip(columns, values).enumerated() {
        let isLast = index == columns.count - 1 && !column.isNumber
        let least = column.type == .money && !isOfOneStream ? Self.moneyWidth : Self.leastWidth
        let width = isLast ? 0 : max(least, visible(column.text).displayWidth)
        let alignment: Alignment = column.isNumber ? .right : .left
        cells.append(page.column(value, width, alignment, style ?? .plain))
      }
      page.row(cells)
    }
  }
}

extension CheckInvariants.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    let width = lines.map(\.name.count).max() ?? 0
    for invariant in lines {
      let verdict = StyledText(invariant.verdict, invariant.holds ? .green : .red)
      page.line(StyledText(invariant.name.padded(to: width) + "  ") + verdict)
      for detail in invariant.details { page.paragraph(detail, after: "  ") }
    }
    page.paragraph(summary)
  }
}
