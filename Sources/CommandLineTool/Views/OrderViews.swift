// The screens of the scenes that look at orders and shipping methods.

extension ShowOrder.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    page.paragraph(title, .bold)
    for fact in facts { page.paragraph(fact, after: "  ") }
    drawSections(on: &page)
    drawMoney(on: &page)
  }

  func drawSections(on page: inout StyledLines) {
    for section in sections {
      page.line()
      page.line(StyledText(section.title, .bold))
      for text in section.lines { page.paragraph(text, after: "  ") }
    }
  }

  /// Items and amounts.
  func drawMoney(on page: inout StyledLines) {
    if !items.isEmpty {
      page.line()
      page.table(Self.table(of: items))
    }
    page.line()
    page.table(Self.table(of: amounts))
  }

  fileprivate static func table(of amounts: [LabelledText]) -> Table {
    Table(
      [.init(""), .init("", .right)],
      rows: amounts.map { [.init("  " + $0.label), .init($0.text)] })
  }

  fileprivate static func table(of items: [Item]) -> Table {
    Table(
      [
        .init("SKU"), .init("NAME", .left, .wraps),
        .init("QUANTITY", .right), .init("PRICE", .right), .init("AMOUNT", .right),
      ],
      rows: items.map { item in
        [item.sku, item.name, item.quantity, item.unitPrice, item.amount].map { .init($0) }
      })
  }
}

extension FillInOrder.Summary {
  package func draw(on page: inout StyledLines) {
    let parts = sections.map { section -> [Table.Cell] in
      let lines = section.lines.map { visible(value: $0) }.joined(separator: ", ")
      return [.init("  " + section.title, .dim), .init(visible: lines, .plain)]
    }
    let tables = [
      Table([.init(""), .init("", .left, .wraps)], rows: parts),
      ShowOrder.ViewModel.table(of: items),
      ShowOrder.ViewModel.table(of: amounts),
    ]
    for table in tables {
      page.line()
      page.table(table)
    }
  }
}
