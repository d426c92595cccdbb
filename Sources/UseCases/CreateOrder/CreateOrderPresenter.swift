// Puts a created order into words for people, and into JSON for programs.

import JSONLines
import Orders

/// Presents a created order as text.
public final class CreateOrderPresenter: CreateOrderPresentationLogic {
  private let display: any CreateOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any CreateOrderDisplayLogic) { self.display = display }

  /// Presents what came of a form.
  public func present(_ response: CreateOrder.Response) {
    let change = response.change
    if case .refused(let refusal) = change.result {
      return display.display(refusal: RefusalViewModel(refusal, of: change))
    }
    display.display(ChangeViewModel(change, done: Self.headline(response)))
  }

  private static func headline(_ response: CreateOrder.Response) -> String {
    guard let order = response.change.order else { return "" }
    let reused = response.reusedOrder.map { ", contact and addresses as in order \($0)" } ?? ""
    let total = moneyText(order.total, currency: order.fields[\.currency] ?? "")
    return response.change.isDryRun
      ? "valid: order \(response.change.id), \(total)\(reused)."
      : "Created order \(response.change.id): \(total)\(reused)."
  }
}

/// Presents a created order as one JSON document.
public final class CreateOrderJSONPresenter: CreateOrderPresentationLogic {
  private let display: any ChangeDocumentDisplayLogic

  /// A presenter for a display of documents.
  public init(display: any ChangeDocumentDisplayLogic) { self.display = display }

  /// Presents what came of a form.
  public func present(_ response: CreateOrder.Response) { display.display(response.change) }
}
