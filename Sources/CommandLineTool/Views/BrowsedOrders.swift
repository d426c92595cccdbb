// The browser of orders: their list, how an order looks, and the keys that change it.

struct BrowsedOrders: BrowsedDomain {
  private let allSortings: [ListOrders.Sorting] = {
    let all = ListOrders.Sorting.allCases
    let rest = all.drop { $0 != .updated }
    return Array(rest + all.prefix(all.count - rest.count))
  }()

  var sortings: [String] { allSortings.map { $0 == .updated ? "last change" : $0.rawValue } }

  let changes: [BrowserChange] = [
    BrowserChange(
      ["C"], "Create an order.", command: ToolCommand.create.name, isOfStream: false,
      isComplete: true),
    BrowserChange(["E"], "Edit the order.", command: ToolCommand.edit.name, isComplete: true),
    BrowserChange(["P"], "Record a payment.", command: ToolCommand.pay.name),
    BrowserChange(["S"], "Ship it.", command: ToolCommand.ship.name),
    BrowserChange(["D"], "Deliver it.", command: ToolCommand.deliver.name),
    BrowserChange(["X"], "Cancel it.", command: ToolCommand.cancel.name),
    BrowserChange(["T"], "Take it back: it was returned.", command: ToolCommand.takeBack.name),
    BrowserChange(["F"], "Refund it.", command: ToolCommand.refund.name),
    BrowserChange([.delete, "K"], "Delete it.", command: ToolCommand.delete.name),
  ]

  let changing =
    "At the latest entry, orders can be created, edited, paid and so on, by the same commands as elsewhere."

  let examples = (
    conditions: #"status == "paid", balance < 0.00 or refused"#, command: "pay 1001 24.90"
  )

  func list(
    by sorting: Int, at position: RequestedPosition, in history: History, _ formatting: Formatting
  ) throws(Failure) -> (Range<Int>) throws(Failure) -> BrowsedList {
    var all = ListOrders.Request()
    all.at = position
    all.sort = allSortings[sorting]
    all.isReversed = [.updated, .placed, .total].contains(all.sort)
    return { [all] (rows) throws(Failure) in
      var request = all
      (request.offset, request.limit) = (rows.lowerBound, rows.count)
      let response = try ListOrders.respond(to: request, with: history)
      return BrowsedList(
        ListOrders.viewModel(of: response, formatting), of: response.count, hiding: ["NAME"])
    }
  }

  func stream(
    _ id: String, at position: RequestedPosition, in history: History, _ formatting: Formatting
  ) throws(Failure) -> BrowsedStream {
    let response = try ShowOrder.respond(to: .init(id: id, at: position), with: history)
    return BrowsedStream(rev: response.order.rev) {
      ShowOrder.viewModel(of: response, formatting).drawForBrowsing(on: &$0)
    }
  }
}

extension ShowOrder.ViewModel {
  /// Draws the order with addresses last: the parts that mostly change are then seen without scrolling.
  fileprivate func drawForBrowsing(on page: inout StyledLines) {
    page.paragraph(title, .bold)
    for fact in facts { page.paragraph(fact, after: "  ") }
    drawMoney(on: &page)
    drawSections(on: &page)
  }
}
