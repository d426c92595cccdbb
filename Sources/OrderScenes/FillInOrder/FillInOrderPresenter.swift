// Puts what there is to know while a form is filled in into words. Programs don't fill in forms field by
// field, so there is no second presenter.

import HistoryScenes
import Conventions
import EventSourcing
import Orders

package final class FillInOrderPresenter: PresentationLogic {
  private let display: any DisplayLogic<FillInOrder.ViewModel>
  private let formatting: Formatting

  package init(
    display: any DisplayLogic<FillInOrder.ViewModel>, formatting: Formatting = .standard
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
    }
  }

  private static func suggestions(_ last: (id: String, order: Order)?, isTaken: Bool)
    -> FillInOrder.Suggestions
  {
    var texts: [OrderField: String] = [:]
    if let last {
      let form = OrderForm(peopleAndPlacesOf: last.order)
      for field in OrderField.ofForm { texts[field] = form.text(field) }
    }
    let how = isTaken ? "taken from" : "suggested as in"
    return FillInOrder.Suggestions(
      note: last.map { "Contact and addresses are \(how) order \($0.id)." }, texts: texts)
  }

  private func check(_ outcome: OrderOutcome, _ fields: Set<String>?) -> FillInOrder.Check {
    let problems = outcome.refusalViewModel?.fields.filter { fields?.contains($0.field) ?? true }
    return FillInOrder.Check(
      problems: problems ?? [], refusal: Self.lastingRefusal(outcome),
      summary: outcome.isDone ? outcome.order.map(summary) : nil)
  }

  private func summary(of order: Order) -> FillInOrder.Summary {
    let customer = ShowOrder.ViewModel.Section(
      title: "Customer", lines: [order.fields[.customer] ?? ""])
    return FillInOrder.Summary(
      sections: [customer] + formatting.sections(of: order), items: formatting.items(of: order),
      amounts: formatting.partsOfTotal(of: order), total: formatting.money(of: order, order.total))
  }

  /// What of a refusal would stay whatever else is filled in.
  private static func lastingRefusal(_ outcome: OrderOutcome) -> RefusalViewModel? {
    guard case .refused(let refusal) = outcome.result else { return nil }
    guard case .invalid(let fields) = refusal, !outcome.isRepeated else {
      return outcome.refusalViewModel
    }
    let lasting = fields.filter { !canBeFilledIn($0) }
    guard !lasting.isEmpty else { return nil }
    return outcome.refused(.invalid(lasting), leaving: outcome.state, at: outcome.rev)
      .refusalViewModel
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
