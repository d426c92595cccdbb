// An order in parts, as people read it when it is shown and before it is created.

import Orders

extension Formatting {
  /// Contact, addresses, payment and shipping; nothing that is empty.
  func sections(of order: Order) -> [ShowOrder.ViewModel.Section] {
    let fields = order.fields
    let contact = [
      joined(fields[\.contact.firstName], fields[\.contact.lastName]),
      fields[\.contact.phone].map { phone($0) },
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
      card(brand: fields[\.payment.brand], last4: fields[\.payment.last4]),
      fields[\.payment.expires].map { "expires " + expiry($0) },
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

  /// What was ordered.
  func items(of order: Order) -> [ShowOrder.ViewModel.Item] {
    let currency = order.fields[\.currency] ?? ""
    return (order.fields.items ?? []).map { item in
      let quantity = item.quantity.value ?? 0
      let price = item.unitPrice.value ?? 0
      // An accepted order's amounts were checked; wrapping only keeps odd logs from trapping.
      return ShowOrder.ViewModel.Item(
        sku: item.sku, name: item.name ?? "", quantity: String(quantity),
        unitPrice: money(price, currency: currency),
        amount: money(quantity &* price, currency: currency))
    }
  }

  /// How the total comes about from that of the items.
  func partsOfTotal(of order: Order) -> [ShowOrder.ViewModel.Amount] {
    let parts: [(label: String, value: Int64?)] = [
      ("shipping", order.fields.shippingFee.value), ("tax", order.fields.tax.value),
      ("discount", order.fields.discount.value.map { 0 &- $0 }),
    ]
    return parts.compactMap { part in
      guard let value = part.value, value != 0 else { return nil }
      return amount(part.label, value, of: order)
    } + [amount("total", order.total, of: order)]
  }

  /// How the total and the balance come about.
  func amounts(of order: Order) -> [ShowOrder.ViewModel.Amount] {
    var amounts = partsOfTotal(of: order)
    if order.paid != 0 { amounts.append(amount("paid", order.paid, of: order)) }
    if order.refunded != 0 { amounts.append(amount("refunded", order.refunded, of: order)) }
    return amounts + [amount("balance", order.balance, of: order)]
  }

  private func amount(_ label: String, _ value: Int64, of order: Order)
    -> ShowOrder.ViewModel.Amount
  {
    ShowOrder.ViewModel.Amount(label: label, text: money(of: order, value))
  }
}
