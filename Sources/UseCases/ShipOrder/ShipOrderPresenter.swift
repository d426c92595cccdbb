// Puts a shipped order into words for people, and into JSON for programs.

import Orders

/// Presents a shipped order as text.
public final class ShipOrderPresenter: ShipOrderPresentationLogic {
  private let display: any ShipOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any ShipOrderDisplayLogic) { self.display = display }

  /// Presents what came of it.
  public func present(_ response: ShipOrder.Response) {
    display.display(response, done: Self.headline(response))
  }

  private static func headline(_ change: Change) -> String {
    let carrier = change.order?.carrier.map { "carrier \($0)" }
    let tracking = change.order?.tracking.map { "tracking \($0)" }
    let details = [carrier, tracking].compactMap { $0 }.joined(separator: ", ")
    return "Order \(change.id) is shipped\(details.isEmpty ? "" : " (\(details))")."
  }
}

extension ChangeJSONPresenter: ShipOrderPresentationLogic {}
