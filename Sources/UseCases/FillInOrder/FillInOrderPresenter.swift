// Puts what there is to know while a form is filled in into words. There is no second presenter for
// programs: they don't fill in forms field by field.

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
      for field in OrderField.allCases { texts[field] = form.text(field) }
    }
    display.display(
      FillInOrder.Suggesting.ViewModel(
        note: response.last.map { "Contact and addresses are suggested as in order \($0.id)." },
        texts: texts))
  }

  /// Presents what is wrong with a form.
  public func present(_ response: FillInOrder.Checking.Response) {
    var problems: [RefusalViewModel.Field] = []
    var total: String?
    if let refusal = RefusalViewModel(response.change) {
      problems = refusal.fields.filter { response.fields.contains($0.field) }
    } else if let order = response.change.order {
      total = formatting.money(of: order, order.total)
    }
    display.display(FillInOrder.Checking.ViewModel(problems: problems, total: total))
  }
}
