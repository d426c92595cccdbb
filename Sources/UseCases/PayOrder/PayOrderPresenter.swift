// Puts a noted payment into words for people, and into JSON for programs.

import JSONLines
import Orders

/// Presents a payment as text.
public final class PayOrderPresenter: PayOrderPresentationLogic {
  private let display: any PayOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any PayOrderDisplayLogic) { self.display = display }

  /// Presents what came of a payment.
  public func present(_ response: PayOrder.Response) {
    let change = response.change
    if case .refused(let refusal) = change.result {
      return display.display(refusal: RefusalViewModel(refusal, of: change))
    }
    display.display(ChangeViewModel(change, done: Self.headline(response)))
  }

  private static func headline(_ response: PayOrder.Response) -> String {
    guard let order = response.change.order, let amount = response.amount else { return "" }
    let currency = order.fields[\.currency] ?? ""
    let rest =
      order.balance == 0
      ? "paid in full" : "\(moneyText(order.balance, currency: currency)) left to pay"
    return
      "Order \(response.change.id): received \(moneyText(amount, currency: currency)), \(rest)."
  }
}

/// Presents a payment as one JSON document.
public final class PayOrderJSONPresenter: PayOrderPresentationLogic {
  private let display: any ChangeDocumentDisplayLogic

  /// A presenter for a display of documents.
  public init(display: any ChangeDocumentDisplayLogic) { self.display = display }

  /// Presents what came of a payment.
  public func present(_ response: PayOrder.Response) { display.display(response.change) }
}
