// The scene in which a clerk fills in a new order, field by field: each of its steps is a function.

package struct FillInOrder {
  private let engine: OrderEngine
  private let formatting: Formatting

  package init(with engine: OrderEngine, _ formatting: Formatting = .standard) {
    (self.engine, self.formatting) = (engine, formatting)
  }

  package struct Method: Equatable, Sendable {
    package let code: String
    package let name: String
  }

  /// Texts that may be filled in again.
  package struct Suggestions: Equatable, Sendable {
    /// A sentence that says where they come from; nil if there are none.
    package let note: String?
    /// Contact and addresses.
    package let texts: [OrderField: String]
  }

  package struct Check: Equatable, Sendable {
    package let problems: [Failure.Field]
    /// Errors that no field can correct, such as an id that is in use.
    package let refusal: Failure?
    /// The order that it would be; nil while anything is wrong with it.
    package let summary: Summary?
  }

  package struct Summary: Equatable, Sendable {
    package let sections: [ShowOrder.ViewModel.Section]
    package let items: [ShowOrder.ViewModel.Item]
    package let amounts: [LabelledText]
    package let total: String
  }
}

extension FillInOrder {
  /// The shipping methods that are offered, in the order of the catalogue.
  package func methods() throws(Failure) -> [Method] {
    try engine.shippingMethods().offered.map { .init(code: String($0.code), name: String($0.name)) }
  }

  /// The texts of a customer's last order, to be taken over or suggested.
  package func suggestions(for customer: String, isTaken: Bool) throws(Failure) -> Suggestions {
    Self.suggestions(try engine.lastOrder(of: customer), isTaken: isTaken)
  }

  /// Checks a form that isn't finished.
  ///
  /// - Parameter fields: The fields to check, as errors call them; all if nil.
  package func check(_ creation: CreateOrder.Request, fields: Set<String>? = nil) throws(Failure)
    -> Check
  {
    var trial = creation
    trial.change.isDryRun = true
    return check(try CreateOrder.respond(to: trial, with: engine).outcome, fields)
  }

  /// Doubts the kind of payment that was filled in.
  package func confirmation(_ creation: CreateOrder.Request) throws(Failure) -> Confirmation? {
    try Confirmation.unusualPayment(in: creation.form, of: creation.change.id, with: engine)
  }
}

// The presenter.
extension FillInOrder {
  private static func suggestions(_ last: ListOrders.Item?, isTaken: Bool) -> Suggestions {
    var texts: [OrderField: String] = [:]
    if let last {
      let form = OrderForm(peopleAndPlacesOf: last.order)
      for field in OrderField.ofForm { texts[field] = form.text(field) }
    }
    let how = isTaken ? "taken from" : "suggested as in"
    let isPartial =
      last.map { !OrderForm().lacking(OrderField.peopleAndPlaces, of: $0.order).isEmpty } ?? false
    return Suggestions(
      note: last.map {
        "Contact and addresses are \(how) order \($0.id)\(isPartial ? ", except for what may have been erased" : "")."
      }, texts: texts)
  }

  private func check(_ outcome: OrderOutcome, _ fields: Set<String>?) -> Check {
    let problems = Failure(outcome, formatting)?.fields
      .filter { fields?.contains($0.field) ?? true }
    return Check(
      problems: problems ?? [], refusal: lastingRefusal(outcome),
      summary: outcome.isDone ? outcome.order.map(summary) : nil)
  }

  private func summary(of order: Order) -> Summary {
    let customer = ShowOrder.ViewModel.Section(
      title: "Customer", lines: [order.fields[.customer] ?? ""])
    return Summary(
      sections: [customer] + formatting.sections(of: order), items: formatting.items(of: order),
      amounts: formatting.partsOfTotal(of: order), total: formatting.money(of: order, order.total))
  }

  /// The part of a refusal that would stay whatever else is filled in.
  private func lastingRefusal(_ outcome: OrderOutcome) -> Failure? {
    guard case .refused(let refusal) = outcome.result else { return nil }
    guard case .invalid(let fields) = refusal, !outcome.isRepeated else {
      return Failure(outcome, formatting)
    }
    let lasting = fields.filter { !Self.canBeFilledIn($0) }
    guard !lasting.isEmpty else { return nil }
    let last = Outcome<Orders>(
      .refused(.invalid(lasting)), stream: outcome.outcome.stream, seq: 0, rev: outcome.rev,
      at: outcome.at, state: outcome.state)
    return Failure(outcome.refused(last), formatting)
  }

  private static func canBeFilledIn(_ field: InvalidField) -> Bool {
    if field.field.hasPrefix("items") { return field.code != FieldCode.tooMany.rawValue }
    let isMissing = field.code == FieldCode.blank.rawValue
    return switch OrderField(named: field.field) {
    case .cardLast4?: isMissing  // It follows from the number.
    case let field?: OrderField.prompted.contains(field)
    case nil: field.field == "total"
    }
  }
}
