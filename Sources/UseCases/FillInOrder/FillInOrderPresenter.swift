// Puts what there is to know while a form is filled in into words. There is no second presenter for
// programs: they don't fill in forms field by field.

import EventSourcing
import Orders

/// Presents a form that is filled in.
public final class FillInOrderPresenter: FillInOrderPresentationLogic {
  private let display: any FillInOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any FillInOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents what there is to choose from.
  public func present(_ response: FillInOrder.Opening.Response) {
    display.display(
      FillInOrder.Opening.ViewModel(
        methods: response.methods.map { .init(code: String($0.code), name: String($0.name)) }))
  }

  /// Presents what a customer filled in the last time.
  public func present(_ response: FillInOrder.Suggesting.Response) {
    var texts: [OrderField: String] = [:]
    if let last = response.last {
      let form = OrderForm(peopleAndPlacesOf: last.order)
      for field in OrderField.ofForm { texts[field] = form.text(field) }
    }
    let how = response.isTaken ? "taken from" : "suggested as in"
    display.display(
      FillInOrder.Suggesting.ViewModel(
        note: response.last.map { "Contact and addresses are \(how) order \($0.id)." },
        texts: texts))
  }

  /// Presents what is wrong with a form.
  public func present(_ response: FillInOrder.Checking.Response) {
    let change = response.change
    let problems = RefusalViewModel(change)?.fields.filter {
      response.fields?.contains($0.field) ?? true
    }
    display.display(
      FillInOrder.Checking.ViewModel(
        problems: problems ?? [], refusal: Self.lastingRefusal(change),
        summary: change.isDone ? change.order.map(summary) : nil))
  }

  private func summary(of order: Order) -> FillInOrder.Checking.Summary {
    let customer = ShowOrder.ViewModel.Section(
      title: "Customer", lines: [order.fields[.customer] ?? ""])
    return FillInOrder.Checking.Summary(
      sections: [customer] + formatting.sections(of: order), items: formatting.items(of: order),
      amounts: formatting.partsOfTotal(of: order), total: formatting.money(of: order, order.total))
  }

  /// What of a refusal would stay whatever else is filled in.
  private static func lastingRefusal(_ change: Change) -> RefusalViewModel? {
    guard case .refused(let refusal) = change.result else { return nil }
    guard case .invalid(let fields) = refusal, !change.isRepeated else {
      return RefusalViewModel(change)
    }
    let lasting = fields.filter { !canBeFilledIn($0) }
    guard !lasting.isEmpty else { return nil }
    return RefusalViewModel(
      change.refused(.invalid(lasting), leaving: change.state, at: change.rev))
  }

  private static func canBeFilledIn(_ field: InvalidField) -> Bool {
    if field.field.hasPrefix("items") { return field.code != FieldCode.tooMany.rawValue }
    let isMissing = field.code == FieldCode.blank.rawValue
    return switch OrderField(named: field.field) {
    case .cardLast4?: isMissing  // It follows from the number.
    case let field?: OrderField.asked.contains(field)
    case nil: field.field == "total"
    }
  }
}
