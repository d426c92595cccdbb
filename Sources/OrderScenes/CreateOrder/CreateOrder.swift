// Creates an order: reads the form, checks what the rules can't, and lets the rules decide about the rest.

package enum CreateOrder: RespondingScene {
  package struct Request: ChangingRequest {
    /// Its id is that of the new order; empty for the next free number.
    package var change: ChangeRequest
    package var form: OrderForm
    /// Whether missing contact and addresses are taken from the customer's last order.
    package var reusesLastOrder = false

    package init(change: ChangeRequest, form: OrderForm) {
      self.change = change
      self.form = form
    }
  }

  package struct Response: OrderOutcomeResponse, Sendable {
    package let outcome: OrderOutcome
    /// The order that contact and addresses were taken from, if any.
    let reusedOrder: String?
  }

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> Response
  {
    var form = request.form
    var reused: String?
    if request.reusesLastOrder {
      // A repeated command gets the answer that it got the first time, whatever the customer has ordered
      // since, and whatever was erased since.
      let first = try engine.first(request.change)
      let end = first.map { $0.seq - 1 }
      guard let last = try engine.lastOrder(of: form.text(.customer) ?? "", through: end)
      else { throw noEarlierOrder }
      let places =
        form.shipsToBillingAddress == true
        ? OrderField.billing : OrderField.billing + OrderField.shipment
      let lacking = form.lacking(OrderField.contact + places, of: last.order)
      if !lacking.isEmpty && first == nil {
        throw .erasedSource(last.id, hint: fillInHint)
      }
      for field in lacking { form[field] = first?.fields[field].map { .text($0) } }
      reused = last.id
      form = OrderForm(peopleAndPlacesOf: last.order).overlaid(with: form)
    }
    var target = Circumstances.Target.new
    var problems: [InvalidField] = []
    if !request.change.id.isEmpty {
      // Orders that have a word for a time as their id already keep it.
      if StreamName.isValid(id: request.change.id), TimeWord(rawValue: request.change.id) == nil {
        target = .id(request.change.id)
      } else {
        problems.append(InvalidField(field: "order", code: FieldCode.malformed.rawValue))
      }
    }
    let outcome = try engine.submit(.create, on: target, request.change) { [form, problems] basis in
      let filled = FilledForm(
        form, methods: ShippingMethods(for: &basis, in: engine.catalogue), by: request.change.locale
      )
      return OrderProposal(
        .create(filled.fields), from: basis.state, problems: filled.problems + problems,
        unreadAmounts: filled.unreadAmounts)
    }
    return Response(outcome: outcome, reusedOrder: reused)
  }

  private static let fillInHint = "Omit --reuse, and fill in contact and addresses."
  private static let noEarlierOrder = Failure(
    .negative, code: "no-earlier-order", "The customer has no earlier order.", hint: fillInHint)

  package static func viewModel(of response: Response, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    let outcome = response.outcome
    let summary = summary(response, formatting)
    guard outcome.isDryRun else {
      return OutcomeViewModel(outcome, done: "Created order \(summary).")
    }
    return OutcomeViewModel(
      id: outcome.id, headline: "Valid: order \(summary).", record: "Nothing was recorded.")
  }

  private static func summary(_ response: Response, _ formatting: Formatting) -> String {
    guard let order = response.outcome.order else { return response.outcome.id }
    let total = formatting.money(of: order, order.total)
    let reused = response.reusedOrder.map { ", contact and addresses as in order \($0)" } ?? ""
    return "\(response.outcome.id), \(total)\(reused)"
  }
}

extension Failure {
  static let erasedCode = "personal-data-erased"

  /// The failure of copying from an order whose fields may not be those that were recorded last.
  static func erasedSource(_ id: String, hint: String) -> Failure {
    Failure(
      .negative, code: erasedCode,
      "Personal data of order \(id) was erased, so what is left may be older and isn't copied.",
      hint: hint)
  }
}

extension OrderEngine {
  /// The order that a customer placed last, up to an entry, and that isn't deleted; nil if there is none.
  func lastOrder(of customer: String, through seq: Int? = nil) throws(Failure) -> ListOrders.Item? {
    var request = ListOrders.Request()
    (request.at, request.customer) = (seq.map { .entry($0) }, customer)
    let orders = try ListOrders.respond(to: request, with: History(store, of: .orders)).orders
    let last = orders.filter { $0.order.placedAt == orders.last?.order.placedAt }
    return last.count > 1 ? try latest(of: last) : last.first
  }

  /// The last of several orders that were placed at the same moment: the one that begins last in the log.
  private func latest(of orders: [ListOrders.Item]) throws(Failure) -> ListOrders.Item? {
    var notBegun = Set(orders.compactMap { StreamName(category: Orders.category, id: $0.id) })
    return try Failure.of { () throws(LogError) in
      let part = try store.part(of: notBegun.map { .stream($0) })
      // Archived orders came before the others.
      var last = try store.base?.last(of: notBegun)
      for stream in notBegun where try store.base?.has(stream) == true { notBegun.remove(stream) }
      var reader = try EnvelopeReader(part ?? store)
      while !notBegun.isEmpty, let envelope = try reader.next() {
        if let name = reader.streamName(of: envelope) { last = notBegun.remove(name) ?? last }
      }
      return orders.first { $0.id == last?.id }
    }
  }
}
