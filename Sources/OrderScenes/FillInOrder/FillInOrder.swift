// The messages of the scene in which a clerk fills in a new order, field by field.

import EventSourcing
import Formatting
import HistoryScenes
import OrderDomain

package enum FillInOrder {
  package enum Request: Sendable {
    /// Looks up what there is to choose from, before the first question.
    case opening
    /// Finds what a customer filled in last time, to be reused or suggested.
    case suggesting(customer: String, isTaken: Bool)
    /// Checks a form that isn't finished: the fields that errors call so, all if nil.
    case checking(CreateOrder.Request, fields: Set<String>?)
    /// Doubts the kind of payment that was filled in.
    case doubting(CreateOrder.Request)
  }

  package enum Response: Sendable {
    /// The shipping methods that are offered, in the order of the catalogue.
    case opening(methods: [ShippingMethod])
    /// The customer's last order with its id; nil if there is none.
    case suggesting(last: ListOrders.Item?, isTaken: Bool)
    /// The outcome that the form would have.
    case checking(OrderOutcome, fields: Set<String>?)
    case doubting(Confirmation?)
  }

  package enum ViewModel: Equatable, Sendable {
    case methods([Method])
    case suggestions(Suggestions)
    case check(Check)
    case doubt(Confirmation?)
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
    package let problems: [RefusalViewModel.Field]
    /// Errors that no field can correct, such as an id that is in use.
    package let refusal: RefusalViewModel?
    /// The order that it would be; nil while anything is wrong with it.
    package let summary: Summary?
  }

  package struct Summary: Equatable, Sendable {
    package let sections: [ShowOrder.ViewModel.Section]
    package let items: [ShowOrder.ViewModel.Item]
    package let amounts: [ShowOrder.ViewModel.Amount]
    package let total: String
  }
}

extension FillInOrder: Interaction {
  package static func handle(
    _ request: Request, in engine: OrderEngine, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    switch request {
    case .opening:
      presenter.present(.opening(methods: try engine.shippingMethods().offered))
    case .suggesting(let customer, let isTaken):
      presenter.present(.suggesting(last: try engine.lastOrder(of: customer), isTaken: isTaken))
    case .checking(var creation, let fields):
      creation.change.isDryRun = true
      let outcome = try CreateOrder.respond(to: creation, with: engine).outcome
      presenter.present(.checking(outcome, fields: fields))
    case .doubting(let creation):
      presenter.present(
        .doubting(
          try Confirmation.unusualPayment(in: creation.form, of: creation.change.id, with: engine)))
    }
    return true
  }
}

package final class FillInOrderPresenter: Presenter {
  private let display: any Display<FillInOrder.ViewModel>
  private let formatting: Formatting

  package init(
    display: any Display<FillInOrder.ViewModel>, formatting: Formatting = .standard
  ) {
    self.display = display
    self.formatting = formatting
  }

  package func present(_ response: FillInOrder.Response) {
    switch response {
    case .opening(let methods):
      display.display(
        .methods(methods.map { .init(code: String($0.code), name: String($0.name)) }))
    case .suggesting(let last, let isTaken):
      display.display(.suggestions(Self.suggestions(last, isTaken: isTaken)))
    case .checking(let outcome, let fields):
      display.display(.check(check(outcome, fields)))
    case .doubting(let doubt): display.display(.doubt(doubt))
    }
  }

  private static func suggestions(_ last: ListOrders.Item?, isTaken: Bool)
    -> FillInOrder.Suggestions
  {
    var texts: [OrderField: String] = [:]
    if let last {
      let form = OrderForm(peopleAndPlacesOf: last.order)
      for field in OrderField.ofForm { texts[field] = form.text(field) }
    }
    let how = isTaken ? "taken from" : "suggested as in"
    let isPartial =
      last.map { !OrderForm().lacking(OrderField.peopleAndPlaces, of: $0.order).isEmpty } ?? false
    return FillInOrder.Suggestions(
      note: last.map {
        "Contact and addresses are \(how) order \($0.id)\(isPartial ? ", except for what may have been erased" : "")."
      }, texts: texts)
  }

  private func check(_ outcome: OrderOutcome, _ fields: Set<String>?) -> FillInOrder.Check {
    let problems = RefusalViewModel(outcome, formatting)?.fields
      .filter { fields?.contains($0.field) ?? true }
    return FillInOrder.Check(
      problems: problems ?? [], refusal: lastingRefusal(outcome),
      summary: outcome.isDone ? outcome.order.map(summary) : nil)
  }

  private func summary(of order: Order) -> FillInOrder.Summary {
    let customer = ShowOrder.ViewModel.Section(
      title: "Customer", lines: [order.fields[.customer] ?? ""])
    return FillInOrder.Summary(
      sections: [customer] + formatting.sections(of: order), items: formatting.items(of: order),
      amounts: formatting.partsOfTotal(of: order), total: formatting.money(of: order, order.total))
  }

  /// The part of a refusal that would stay whatever else is filled in.
  private func lastingRefusal(_ outcome: OrderOutcome) -> RefusalViewModel? {
    guard case .refused(let refusal) = outcome.result else { return nil }
    guard case .invalid(let fields) = refusal, !outcome.isRepeated else {
      return RefusalViewModel(outcome, formatting)
    }
    let lasting = fields.filter { !Self.canBeFilledIn($0) }
    guard !lasting.isEmpty else { return nil }
    return RefusalViewModel(
      outcome.refused(.invalid(lasting), leaving: outcome.state, at: outcome.rev), formatting)
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
