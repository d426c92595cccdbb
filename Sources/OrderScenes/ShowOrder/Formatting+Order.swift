// The parts of an order, as it is shown by `show` and before it is created.

extension Formatting {
  func money(of order: Order, _ amount: Int64) -> String {
    money(amount, currency: order.fields[.currency] ?? "")
  }

  func facts(of order: Order) -> [String] {
    [
      "placed    \(second(order.placedAt)) \(timeZone.name)",
      "changed   \(second(order.updatedAt)) \(timeZone.name)",
      "customer  \(order.fields[.customer]?.unmistakable ?? "")",
    ]
  }

  func sections(of order: Order) -> [ShowOrder.ViewModel.Section] {
    let fields = order.fields
    let contact = [
      name(of: order),
      fields[.phone].map {
        phone($0, in: [fields[.billingCountry], fields[.shipmentCountry]].compactMap { $0 })
      },
      fields[.email],
    ]
    let billing: [String?] = address(
      [fields[.billingStreet1], fields[.billingStreet2]], city: fields[.billingCity],
      state: fields[.billingState], zip: fields[.billingZip], country: fields[.billingCountry])
    let shipment: [String?] = address(
      [fields[.shipmentStreet1], fields[.shipmentStreet2]], city: fields[.shipmentCity],
      state: fields[.shipmentState], zip: fields[.shipmentZip], country: fields[.shipmentCountry])
    let payment = [
      fields[.paymentKind],
      card(brand: fields[.cardBrand], last4: fields[.cardLast4]),
      fields[.cardExpires].map { "expires " + expiry($0) },
    ]
    let shipping = [
      fields[.shippingMethod], order.carrier.map { "carrier \($0)" },
      order.tracking.map { "tracking \($0)" },
    ]
    return [
      ("Contact", contact), ("Billing address", billing), ("Shipping address", shipment),
      ("Payment", payment), ("Shipping", shipping),
    ].compactMap { title, lines in
      let lines = lines.compactMap { $0 }.filter { !$0.isEmpty }.map(\.unmistakable)
      return lines.isEmpty ? nil : ShowOrder.ViewModel.Section(title: title, lines: lines)
    }
  }

  private func address(
    _ streets: [String?], city: String?, state: String?, zip: String?, country: String?
  ) -> [String] {
    let lines = AddressFormat(country: country).lines { part in
      let texts =
        switch part {
        case "a": streets
        case "c": [city]
        case "s": [state]
        default: [zip]
        }
      return texts.compactMap { $0 }.filter { !$0.isEmpty }
    }
    return lines + [country].compactMap { $0 }
  }

  func name(of order: Order) -> String {
    [order.fields[.firstName], order.fields[.lastName]].compactMap { $0 }.joined(separator: " ")
  }

  func items(of order: Order) -> [ShowOrder.ViewModel.Item] {
    let currency = order.fields[.currency] ?? ""
    return (order.fields.items ?? []).map { item in
      let quantity = item.quantity.value ?? 0
      let price = item.unitPrice.value ?? 0
      // An accepted order's amounts were checked; wrapping only keeps odd logs from trapping.
      return ShowOrder.ViewModel.Item(
        sku: item.sku.unmistakable, name: item.name?.unmistakable ?? "", quantity: String(quantity),
        unitPrice: money(price, currency: currency),
        amount: money(quantity &* price, currency: currency))
    }
  }

  func partsOfTotal(of order: Order) -> [LabelledText] {
    let fields = order.fields
    let parts: [(label: String, value: Int64?)] = [
      ("shipping", fields.amount(.shippingFee).value), ("tax", fields.amount(.tax).value),
      ("discount", fields.amount(.discount).value.map { 0 &- $0 }),
    ]
    return parts.compactMap { part in
      guard let value = part.value, value != 0 else { return nil }
      return amount(part.label, value, of: order)
    } + [amount("total", order.total, of: order)]
  }

  func amounts(of order: Order) -> [LabelledText] {
    var amounts = partsOfTotal(of: order)
    if order.paid != 0 { amounts.append(amount("paid", order.paid, of: order)) }
    if order.refunded != 0 { amounts.append(amount("refunded", order.refunded, of: order)) }
    return amounts + [
      order.owed > 0
        ? amount("to refund", order.owed, of: order) : amount("due", order.due, of: order)
    ]
  }

  private func amount(_ label: String, _ value: Int64, of order: Order) -> LabelledText {
    LabelledText(label, money(of: order, value))
  }
}
