// The screens of the scenes that look at orders and shipping methods.

import Orders
import Terminal
import HistoryScenes
import OrderScenes

extension ListOrders.ViewModel: Drawable {
  func draw(on screen: Screen) {
    if !rows.isEmpty {
      var table = Table([
        .init("ORDER"), .init("STATUS"), .init("PLACED (\(timeZone))"),
        .init("CUSTOMER", isFlexible: true), .init("NAME", isFlexible: true),
        .init("TOTAL", .right), .init("DUE", .right),
      ])
      for row in rows {
        table.append([
          .init(row.id), .init(row.status, .init(status: row.status)), .init(row.placed, .dim),
          .init(row.customer), .init(row.name), .init(row.total), .init(row.due),
        ])
      }
      screen.table(table)
    }
    screen.line(summary)
  }
}

extension ShowOrder.ViewModel: Drawable {
  func draw(on screen: Screen) {
    screen.line(screen.palette.styled(visible(title), .bold))
    for fact in facts { screen.line("  " + visible(fact)) }
    for section in sections {
      screen.line()
      screen.line(screen.palette.styled(section.title, .bold))
      for text in section.lines { screen.line("  " + visible(text)) }
    }
    if !items.isEmpty {
      screen.line()
      screen.table(Self.table(of: items))
    }
    screen.line()
    screen.table(Self.table(of: amounts))
  }

  fileprivate static func table(of amounts: [Amount]) -> Table {
    var table = Table([.init(""), .init("", .right)])
    for amount in amounts { table.append([.init("  " + amount.label), .init(amount.text)]) }
    return table
  }

  fileprivate static func table(of items: [Item]) -> Table {
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
}

extension FillInOrder.Summary {
  /// Shows an order before it is created, where questions are asked.
  func draw(on screen: Screen) {
    var table = Table([.init(""), .init("")])
    for section in sections {
      table.append([
        .init("  " + section.title, .dim), .init(section.lines.joined(separator: ", ")),
      ])
    }
    let tables = [
      table, ShowOrder.ViewModel.table(of: items), ShowOrder.ViewModel.table(of: amounts),
    ]
    for table in tables {
      let lines = table.lines(palette: screen.palette, maximumWidth: screen.errorWidth)
      screen.display(problem: "\n" + lines.map { $0 + "\n" }.joined())
    }
  }
}

extension ListShippingMethods.ViewModel: Drawable {
  func draw(on screen: Screen) {
    var table = Table([.init("CODE"), .init("NAME", isFlexible: true), .init("")])
    for row in rows {
      table.append([.init(row.code), .init(row.name), .init(row.note, .dim)])
    }
    screen.table(table)
    screen.line(summary)
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
