// Puts a created order into words for people, and into JSON for programs.

import Orders

/// Presents a created order as text.
public final class CreateOrderPresenter: CreateOrderPresentationLogic {
  private let display: any CreateOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any CreateOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents what came of a form.
  public func present(_ response: CreateOrder.Response) {
    let change = response.change
    if let refusal = RefusalViewModel(change) { return display.display(refusal: refusal) }
    let summary = summary(response)
    guard change.isDryRun else {
      return display.display(ChangeViewModel(change, done: "Created order \(summary)."))
    }
    display.display(
      CreateOrder.ViewModel(
        id: change.id, headline: "valid: order \(summary).", record: "Nothing was recorded."))
  }

  private func summary(_ response: CreateOrder.Response) -> String {
    guard let order = response.change.order else { return response.change.id }
    let total = formatting.money(of: order, order.total)
    let reused = response.reusedOrder.map { ", contact and addresses as in order \($0)" } ?? ""
    return "\(response.change.id), \(total)\(reused)"
  }
}

extension ChangeJSONPresenter: CreateOrderPresentationLogic {
  /// Presents what came of a form.
  public func present(_ response: CreateOrder.Response) { present(response.change) }
}
