// Edits an order: reads the form on top of what the order has, and puts what differs to the rules.
// It never creates one: the command is an update whatever happens.

import EventSourcing
import JSONLines
import Orders

/// Edits orders.
public final class EditOrderInteractor: EditOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any EditOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any EditOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Hands an order to the presenter if it can be edited, or why it can't.
  public func open(_ request: EditOrder.Opening.Request) throws(Failure) -> Bool {
    var request = request
    request.isDryRun = true
    // What refuses an edit that changes nothing refuses every edit.
    let change = try changes.put(.update(OrderFields()), request)
    presenter.present(opening: change)
    return change.isDone
  }

  /// Changes what differs and hands what came of it to the presenter.
  public func edit(_ request: EditOrder.Request) throws(Failure) -> Bool {
    let response: EditOrder.Response
    do throws(Failure) {
      response = try edit(request, on: try changes.order(request.change.id))
    } catch {
      // An edit that comes again differs from what was there the first time, not from what is now.
      guard error.code == "command-id-reused",
        let order = try changes.order(beforeRepeating: request.change)
      else { throw error }
      response = try edit(request, on: order)
    }
    presenter.present(response)
    return response.change.isDone
  }

  private func edit(_ request: EditOrder.Request, on order: Order?) throws(Failure)
    -> EditOrder.Response
  {
    let before = order.map { OrderForm($0) } ?? OrderForm()
    let form = request.isWhole ? request.form : before.overlaid(with: request.form)
    let filled = FilledForm(
      form, methods: try changes.shippingMethods(),
      keeping: order?.fields.text(.shippingMethod))
    let (fields, names) = filled.fields.changes(from: order?.fields ?? OrderFields())
    var change = request.change
    change.expect = change.expect ?? order?.rev
    // The same minor units may stand there since the form was made of the order; typed ones don't.
    let said = Set(names + request.form.typedAmounts)
    let problems =
      filled.problems
      + Self.amountsOfOtherWorth(in: filled.fields, than: order?.fields, besides: said)
    return EditOrder.Response(
      change: try changes.put(.update(fields), change, problems: problems), fields: names)
  }

  /// What would be worth something else in a new currency that has other decimals, besides what
  /// somebody has said.
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
}

extension OrderForm {
  /// The names of what it says in major units.
  fileprivate var typedAmounts: [String] {
    OrderField.ofForm.filter { $0.isAmount && text($0) != nil }.map(\.name)
      + (items?.contains { $0.hasTypedPrice } == true ? ["items"] : [])
  }
}

extension OrderForm.Item {
  fileprivate var hasTypedPrice: Bool {
    if case .parts(let parts) = self, case .text? = parts.unitPrice { true } else { false }
  }
}

extension OrderChanges {
  /// The order as it was before a command that had this id first; nil if there wasn't one.
  fileprivate func order(beforeRepeating request: ChangeRequest) throws(Failure) -> Order? {
    guard let seq = try entry(ofFirst: request) else { return nil }
    return try engine.store.fold(at: String(seq - 1)).store.order(request.id)
  }
}
