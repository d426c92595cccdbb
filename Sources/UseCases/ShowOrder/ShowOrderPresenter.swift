// Puts one order into words for people.

import EventSourcing
import JSONLines
import Orders

/// Presents an order as text.
public final class ShowOrderPresenter: ShowOrderPresentationLogic {
  private let display: any ShowOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any ShowOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents the order.
  public func present(_ response: ShowOrder.Response) {
    let order = response.order
    let moment = response.at.map { " at \($0)" } ?? ""
    display.display(
      ShowOrder.ViewModel(
        title: "Order \(response.id)\(moment): \(order.status.rawValue), revision \(order.rev)",
        facts: [
          "placed    \(formatting.second(order.placedAt)) \(formatting.timeZone.name)",
          "changed   \(formatting.second(order.updatedAt)) \(formatting.timeZone.name)",
          "customer  \(order.fields[\.customer] ?? "")",
        ],
        sections: sections(of: order), items: items(of: order),
        amounts: amounts(of: order), warning: response.tornTail?.warning))
  }

  private func sections(of order: Order) -> [ShowOrder.ViewModel.Section] {
    let fields = order.fields
    let contact = [
      joined(fields[\.contact.firstName], fields[\.contact.lastName]),
      fields[\.contact.phone].map { formatting.phone($0) },
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
      fields[\.paymentKind],
      formatting.card(brand: fields[\.payment.brand], last4: fields[\.payment.last4]),
      fields[\.payment.expires].map { "expires " + formatting.expiry($0) },
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

  private func joined(_ parts: String?...) -> String {
    parts.compactMap { $0 }.joined(separator: " ")
  }

  private func items(of order: Order) -> [ShowOrder.ViewModel.Item] {
    let currency = order.fields[\.currency] ?? ""
    return (order.fields.items ?? []).map { item in
      let quantity = item.quantity.value ?? 0
      let price = item.unitPrice.value ?? 0
      // An accepted order's amounts were checked; wrapping only keeps odd logs from trapping.
      return ShowOrder.ViewModel.Item(
        sku: item.sku, name: item.name ?? "", quantity: String(quantity),
        unitPrice: formatting.money(price, currency: currency),
        amount: formatting.money(quantity &* price, currency: currency))
    }
  }

  private func amounts(of order: Order) -> [ShowOrder.ViewModel.Amount] {
    let currency = order.fields[\.currency] ?? ""
    func amount(_ label: String, _ value: Int64) -> ShowOrder.ViewModel.Amount {
      ShowOrder.ViewModel.Amount(label: label, text: formatting.money(value, currency: currency))
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
