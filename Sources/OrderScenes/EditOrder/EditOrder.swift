// Edits an order: reads the form on top of what the order has, and submits what differs. It never creates
// one: the command is an update whatever happens.

package enum EditOrder: RespondingScene {
  package struct Request: ChangingRequest {
    /// Without a revision to expect, that of the moment is.
    package var change: ChangeRequest
    package var form: OrderForm
    /// Whether the form is the whole order, so that what it omits is removed. Otherwise that stays
    /// as it is.
    package var isWhole = false

    package init(change: ChangeRequest, form: OrderForm) {
      self.change = change
      self.form = form
    }
  }

  package struct Response: OrderOutcomeResponse, Sendable {
    package let outcome: OrderOutcome
    /// The fields that differ, as errors call them.
    package let fields: [String]
  }

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> Response
  {
    var names: [String] = []
    let outcome = try engine.submit(.update, request.change) { (basis) throws(Failure) in
      let (proposal, changed) = try edit(request, &basis, engine)
      names = changed
      return proposal
    }
    return Response(outcome: outcome, fields: names)
  }

  /// The edit, and the names of the fields that differ.
  private static func edit(
    _ request: Request, _ basis: inout CommandBasis<Orders>, _ engine: OrderEngine
  ) throws(Failure) -> (OrderProposal, names: [String]) {
    let order = basis.state
    if let order, basis.earlier == nil { try request.requireKnown(order) }
    let before = order.map { request.basis(of: $0) } ?? OrderForm()
    let given =
      request.isWhole
      ? request.form.leavingAmounts(of: before, by: request.change.locale) : request.form
    let form = request.isWhole ? given : before.overlaid(with: given)
    let filled = FilledForm(
      form, methods: ShippingMethods(for: &basis, in: engine.catalogue),
      keeping: order?.fields.text(.shippingMethod), by: request.change.locale)
    let unknown = order.map { request.unknownFields(of: $0) } ?? []
    var (fields, names) = filled.fields.changes(
      from: order?.fields ?? OrderFields(), besides: unknown)
    if let first = basis.earlier, let order {
      request.complete(&fields, with: first.fields ?? OrderFields(), on: order)
    }
    basis.expect = basis.expect ?? order?.rev
    // The same minor units may be left from when the form was made from the order; typed ones
    // aren't. In a whole form, an item that differs says nothing about the prices of the others.
    let changed = request.isWhole ? names.filter { $0 != "items" } : names
    let said = Set(changed + given.typedAmounts)
    let problems =
      filled.problems
      + amountsOfOtherWorth(in: filled.fields, than: order?.fields, besides: said)
    return (
      OrderProposal(
        .update(fields), from: order, problems: problems, unreadAmounts: filled.unreadAmounts),
      names
    )
  }

  private static func amountsOfOtherWorth(
    in new: OrderFields, than old: OrderFields?, besides said: Set<String>
  ) -> [InvalidField] {
    guard let old, let before = old[.currency], let after = new[.currency],
      Currency.exponent(of: before) != Currency.exponent(of: after)
    else { return [] }
    let amounts = OrderField.ofForm.filter { field in
      field.isAmount && old.amount(field).value ?? 0 != 0
    }
    return (["items"] + amounts.map(\.name)).filter { !said.contains($0) }
      .map { InvalidField(field: $0, code: FieldCode.blank.rawValue) }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    let outcome = response.outcome
    let total = outcome.order.map { formatting.money(of: $0, $0.total) } ?? ""
    let fields = response.fields.joined(separator: ", ")
    let open =
      outcome.events.contains(.paid)
      ? ", paid in full" : outcome.order.map { remainder(of: $0, formatting) } ?? ""
    return OutcomeViewModel(
      outcome, done: "Changed \(fields) of order \(outcome.id), total \(total)\(open).")
  }

  /// The amount that is left to pay or to refund of an order with payments, after a comma; nothing if nothing is.
  private static func remainder(of order: Order, _ formatting: Formatting) -> String {
    guard order.due != 0, order.refundable != 0 else { return "" }
    return order.due > 0
      ? ", \(formatting.money(of: order, order.due)) left to pay"
      : ", \(formatting.money(of: order, order.owed)) to refund"
  }
}

extension OrderForm {
  fileprivate var typedAmounts: [String] {
    OrderField.ofForm.filter { $0.isAmount && text($0) != nil }.map(\.name)
      + (items?.allSatisfy { $0.hasTypedPrice } == true ? ["items"] : [])
  }

  /// The form with the other one's minor units where an amount is as the other one is written: it wasn't
  /// typed.
  fileprivate func leavingAmounts(of other: OrderForm, by locale: LocaleRules) -> OrderForm {
    func left(_ entry: Entry?, of old: [Entry?]) -> Entry? {
      guard case .text(let text)? = entry else { return entry }
      return old.first { other.typed($0, isMoney: true, by: locale) == text } ?? entry
    }
    var form = self
    for field in OrderField.ofForm where field.isAmount {
      form[field] = left(form[field], of: [other[field]])
    }
    let prices = other.items?.map(\.unitPrice) ?? []
    form.items = items?.map { item in
      guard case .parts(var parts) = item else { return item }
      parts.unitPrice = left(parts.unitPrice, of: prices)
      return .parts(parts)
    }
    return form
  }
}

extension OrderForm.Item {
  fileprivate var unitPrice: OrderForm.Entry? {
    if case .parts(let parts) = self { parts.unitPrice } else { nil }
  }

  /// Whether its price is typed, or nothing in any currency.
  fileprivate var hasTypedPrice: Bool {
    switch unitPrice {
    case .text, .number(0): true
    default: false
    }
  }
}
