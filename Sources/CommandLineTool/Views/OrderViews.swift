// The screens of the scenes that look at orders and shipping methods.

import Terminal
import UseCases

extension Screen: ListOrdersDisplayLogic {
  func display(_ viewModel: ListOrders.ViewModel) {
    if !viewModel.rows.isEmpty {
      var table = Table([
        .init("ORDER"), .init("STATUS"), .init("PLACED (\(viewModel.timeZone))"),
        .init("CUSTOMER", isFlexible: true), .init("NAME", isFlexible: true),
        .init("TOTAL", .right), .init("DUE", .right),
      ])
      for row in viewModel.rows {
        table.append([
          .init(row.id), .init(row.status, .init(status: row.status)), .init(row.placed, .dim),
          .init(row.customer), .init(row.name), .init(row.total), .init(row.due),
        ])
      }
      self.table(table)
    }
    line(viewModel.summary)
    if let warning = viewModel.warning { display(note: warning) }
  }
}

extension Screen: ShowOrderDisplayLogic {
  func display(_ viewModel: ShowOrder.ViewModel) {
    line(palette.styled(visible(viewModel.title), .bold))
    for fact in viewModel.facts { line("  " + visible(fact)) }
    for section in viewModel.sections {
      line()
      line(palette.styled(section.title, .bold))
      for text in section.lines { line("  " + visible(text)) }
    }
    if !viewModel.items.isEmpty {
      line()
      table(items(viewModel.items))
    }
    line()
    table(amounts(viewModel.amounts))
    if let warning = viewModel.warning { display(note: warning) }
  }

  private func amounts(_ amounts: [ShowOrder.ViewModel.Amount]) -> Table {
    var table = Table([.init(""), .init("", .right)])
    for amount in amounts { table.append([.init("  " + amount.label), .init(amount.text)]) }
    return table
  }

  private func items(_ items: [ShowOrder.ViewModel.Item]) -> Table {
    var table = Table([
      .init("SKU", isFlexible: true), .init("NAME", isFlexible: true), .init("QUANTITY", .right),
      .init("PRICE", .right), .init("AMOUNT", .right),
    ])
    for item in items {
      table.append([
        .init(item.sku), .init(item.name), .init(item.quantity), .init(item.unitPrice),
        .init(item.amount),
      ])
    }
    return table
  }

  /// Shows an order before it is created, where questions are asked.
  func display(_ summary: FillInOrder.Checking.Summary) {
    var sections = Table([.init(""), .init("")])
    for section in summary.sections {
      sections.append([
        .init("  " + section.title, .dim), .init(section.lines.joined(separator: ", ")),
      ])
    }
    let tables = [sections, items(summary.items), amounts(summary.amounts)]
    for table in tables {
      let lines = table.lines(palette: palette, maximumWidth: errorWidth)
      display(problem: "\n" + lines.map { $0 + "\n" }.joined())
    }
  }
}

extension Screen: ListShippingMethodsDisplayLogic {
  func display(_ viewModel: ListShippingMethods.ViewModel) {
    var table = Table([.init("CODE"), .init("NAME", isFlexible: true), .init("")])
    for row in viewModel.rows {
      table.append([.init(row.code), .init(row.name), .init(row.note, .dim)])
    }
    self.table(table)
    line(viewModel.summary)
    if let warning = viewModel.warning { display(note: warning) }
  }
}

extension Palette.Style {
  /// How a status is coloured.
  fileprivate init(status: String) {
    switch status {
    case "placed": self = .yellow
    case "paid": self = .cyan
    case "shipped", "delivered": self = .green
    case "cancelled", "deleted": self = .red
    default: self = .dim
    }
  }
}
