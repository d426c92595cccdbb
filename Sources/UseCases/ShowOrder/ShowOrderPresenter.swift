// Puts one order into words for people.

import EventSourcing
import JSONLines
import Orders

/// Presents an order as text.
public final class ShowOrderPresenter: ShowOrderPresentationLogic {
  private let display: any ShowOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any ShowOrderDisplayLogic) { self.display = display }

  /// Presents the order.
  public func present(_ response: ShowOrder.Response) {
    let order = response.order
    let moment = response.at.map { " at \($0)" } ?? ""
    display.display(
      ShowOrder.ViewModel(
        title: "Order \(response.id)\(moment): \(order.status.rawValue), revision \(order.rev)",
        facts: [
          "placed    \(order.placedAt.secondText) UTC",
          "changed   \(order.updatedAt.secondText) UTC",
          "customer  \(order.fields[\.customer] ?? "")",
        ],
        sections: Self.sections(of: order), items: Self.items(of: order),
        amounts: Self.amounts(of: order), warning: response.tornTail?.warning))
  }

  private static func sections(of order: Order) -> [ShowOrder.ViewModel.Section] {
    let fields = order.fields
    let contact = [
      joined(fields[\.contact.firstName], fields[\.contact.lastName]), fields[\.contact.phone],
      fields[\.contact.email],
    ]
    let billing = [
      fields[\.billing.street1], fields[\.billing.street2],
      joined(fields[\.billing.zip], fields[\.billing.city], fields[\.billing.state]),
      fields[\.billing.country],
    ]
    let shipment = [
      fields[\.shipment.street1], fields[\.shipment.street2],
      joined(fields[\.shipment.zip], fields[\.shipment.city], fields[\.shipment.state]),
      fields[\.shipment.country],
    ]
    let payment = [
      joined(fields[\.paymentKind], fields[\.payment.brand]),
      fields[\.payment.last4].map { "ending in \($0)" },
      fields[\.payment.expires].map { "expires \($0)" },
    ]
    let shipping = [
      fields[\.shippingMethod], order.carrier.map { "carrier \($0)" },
      order.tracking.map { "tracking \($0)" },
    ]
    return [
      ("Contact", contact), ("Billing address", billing), ("Shipment address", shipment),
      ("Payment", payment), ("Shipping", shipping),
    ].compactMap { title, lines in
      let lines = lines.compactMap { $0 }.filter { !$0.isEmpty }
      return lines.isEmpty ? nil : ShowOrder.ViewModel.Section(title: title, lines: lines)
    }
  }

  private static func joined(_ parts: String?...) -> String {
    parts.compactMap { $0 }.joined(separator: " ")
  }

  private static func items(of order: Order) -> [ShowOrder.ViewModel.Item] {
    let currency = order.fields[\.currency] ?? ""
    return (order.fields.items ?? []).map { item in
      let quantity = item.quantity.value ?? 0
      let price = item.unitPrice.value ?? 0
      // An accepted order's amounts were checked; wrapping only keeps odd logs from trapping.
      return ShowOrder.ViewModel.Item(
        sku: item.sku, name: item.name ?? "", quantity: String(quantity),
        unitPrice: moneyText(price, currency: currency),
        amount: moneyText(quantity &* price, currency: currency))
    }
  }

  private static func amounts(of order: Order) -> [ShowOrder.ViewModel.Amount] {
    let currency = order.fields[\.currency] ?? ""
    func amount(_ label: String, _ value: Int64) -> ShowOrder.ViewModel.Amount {
      ShowOrder.ViewModel.Amount(label: label, text: moneyText(value, currency: currency))
    }
    var amounts: [ShowOrder.ViewModel.Amount] = []
    let parts: [(String, Int64?)] = [
      ("shipping", order.fields.shippingFee.value), ("tax", order.fields.tax.value),
      ("discount", order.fields.discount.value.map { 0 &- $0 }),
    ]
    for (label, value) in parts {
      if let value, value != 0 { amounts.append(amount(label, value)) }
    }
    amounts.append(amount("total", order.total))
    if order.paid != 0 { amounts.append(amount("paid", order.paid)) }
    if order.refunded != 0 { amounts.append(amount("refunded", order.refunded)) }
    amounts.append(amount("balance", order.balance))
    return amounts
  }
}

/// Presents an order as one JSON document.
public final class ShowOrderJSONPresenter: ShowOrderPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents the order.
  public func present(_ response: ShowOrder.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
    var writer = JSONWriter()
    response.order.writeJSON(to: &writer, id: response.id)
    display.display(document: writer)
  }
}
