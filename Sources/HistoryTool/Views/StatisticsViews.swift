// The screens of the scenes that count.

extension StoreStatistics.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    var table = Table([.init(""), .init("", .right)])
    for group in groups {
      table.append([.init(group.title, .bold)])
      for line in group.lines { table.append([.init("  " + line.label), .init(line.text)]) }
    }
    page.table(table)
  }
}

extension GroupedStatistics.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    guard !rows.isEmpty else { return page.paragraph(summary) }
    // Bars are only for people who look.
    let hasBars = page.width != nil
    var columns = groupings.map { Table.Column($0.uppercased(), .left, .wraps) }
    columns.append(.init("ENTRIES", .right))
    if hasBars { columns.append(.init("", .left, .optional)) }
    columns += [.init("REFUSED", .right), .init(streams.uppercased(), .right)]
    for (place, name) in amounts.enumerated() {
      columns.append(.init(name.uppercased(), .right))
      if hasBars, place == 0 { columns.append(.init("", .left, .optional)) }
    }
    page.table(Table(columns, rows: rows.map { $0.cells(hasBars: hasBars) }))
    page.paragraph(summary)
  }
}

extension GroupedStatistics.ViewModel.Row {
  fileprivate func cells(hasBars: Bool) -> [Table.Cell] {
    var cells = values.map { Table.Cell($0) }
    cells.append(.init(entries))
    if hasBars { cells.append(.init(bar(bars.entries), .cyan)) }
    cells += [.init(rejected, .red), .init(streams)]
    for (place, amount) in amounts.enumerated() {
      cells.append(.init(amount))
      if hasBars, place == 0 { cells.append(.init(bar(bars.amount), .green)) }
    }
    return cells
  }
}

/// A bar whose length is in eighths of a column.
private func bar(_ eighths: Int) -> String {
  let rest = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
  return String(repeating: "█", count: eighths / 8) + rest
}
