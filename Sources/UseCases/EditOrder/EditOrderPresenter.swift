// Puts an edited order into words for people, and into JSON for programs.

import JSONLines
import Orders

/// Presents an edited order as text.
public final class EditOrderPresenter: EditOrderPresentationLogic {
  private let display: any EditOrderDisplayLogic
  private let formatting: Formatting
  private let form: (any EditOrderFormDisplayLogic)?

  /// A presenter for a display, and for one of forms if some are opened.
  public init(
    display: any EditOrderDisplayLogic, form: (any EditOrderFormDisplayLogic)? = nil,
    formatting: Formatting = .standard
  ) {
    self.display = display
    self.formatting = formatting
    self.form = form
  }

  /// Presents an order to be edited.
  public func present(opening response: EditOrder.Opening.Response) {
    form?.display(opening: response)
  }

  /// Presents what came of an edit.
  public func present(_ response: EditOrder.Response) {
    display.display(response.change, done: headline(response))
  }

  private func headline(_ response: EditOrder.Response) -> String {
    guard let order = response.change.order else { return "" }
    let total = formatting.money(of: order, order.total)
    let fields = response.fields.joined(separator: ", ")
    return "Changed \(fields) of order \(response.change.id), total \(total)."
  }
}

/// Presents an edited order as one JSON document; forms are opened as text all the same.
public final class EditOrderJSONPresenter: EditOrderPresentationLogic {
  private let display: any ChangeDocumentDisplayLogic
  private let form: (any EditOrderFormDisplayLogic)?

  /// A presenter for a display of documents, and for one of forms if some are opened.
  public init(
    display: any ChangeDocumentDisplayLogic, form: (any EditOrderFormDisplayLogic)? = nil
  ) {
    self.display = display
    self.form = form
  }

  /// Presents an order to be edited.
  public func present(opening response: EditOrder.Opening.Response) {
    form?.display(opening: response)
  }

  /// Presents what came of an edit.
  public func present(_ response: EditOrder.Response) { display.display(response.change) }
}

extension EditOrderFormDisplayLogic {
  /// Shows the form of an order, or why there is none.
  fileprivate func display(opening change: EditOrder.Opening.Response) {
    if let refusal = RefusalViewModel(change) { return display(refusal: refusal) }
    guard let order = change.order else { return }
    display(
      EditOrder.Opening.ViewModel(
        id: change.id, rev: change.rev, text: OrderForm(order).indentedJSON))
  }
}
