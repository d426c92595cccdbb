// The scenes that change one order, as rows of a table.

import EventSourcing
import HistoryScenes
import OrderDomain
import OrderScenes

/// A scene that changes an order, with all that differs between it and the others.
struct OrderScene: Sendable, CustomStringConvertible {
  /// The log's name for its command.
  let description: String
  /// The commands that order 1001 has executed before.
  let given: [OrderCommand]
  /// The order's status afterwards.
  let status: Order.Status
  /// The headline afterwards.
  let headline: String
  /// Asks for it, with 25 for an amount, and passes the outcome to the presenter.
  let ask: @Sendable (OrderEngine, ChangeRequest, PresenterSpy<OrderOutcome>) throws -> Bool
  /// Presents the outcome as text.
  let show: @Sendable (OrderOutcome, DisplaySpy<OutcomeViewModel>) -> Void

  private static let paid: [OrderCommand] = [.create(.amy), .pay(Payment(amount: 2500))]
  private static let delivered: [OrderCommand] = paid + [.ship(), .deliver]

  static let all: [OrderScene] = [
    OrderScene(
      description: "pay-order", given: [.create(.amy)], status: .paid,
      headline: "Order 1001: received 25.00 USD, paid in full."
    ) {
      try Interactor<PayOrder>($0, presenter: $2).handle(.init(change: $1, amount: "25"))
    } show: {
      PayOrder.presenter(on: $1).present($0)
    },
    OrderScene(
      description: "ship-order", given: paid, status: .shipped,
      headline: "Order 1001 is shipped (carrier Snail & Co., tracking S-1)."
    ) {
      var request = ShipOrder.Request(change: $1)
      request.carrier = "Snail & Co."
      request.tracking = "S-1"
      return try Interactor<ShipOrder>($0, presenter: $2).handle(request)
    } show: {
      ShipOrder.presenter(on: $1).present($0)
    },
    OrderScene(
      description: "deliver-order", given: paid + [.ship()], status: .delivered,
      headline: "Order 1001 is delivered."
    ) {
      try Interactor<DeliverOrder>($0, presenter: $2).handle($1)
    } show: {
      DeliverOrder.presenter(on: $1).present($0)
    },
    OrderScene(
      description: "cancel-order", given: paid, status: .cancelled,
      headline: "Order 1001 is cancelled; 25.00 USD can be refunded."
    ) {
      try Interactor<CancelOrder>($0, presenter: $2).handle($1)
    } show: {
      CancelOrder.presenter(on: $1).present($0)
    },
    OrderScene(
      description: "return-order", given: delivered, status: .returned,
      headline: "Order 1001 is returned; 25.00 USD can be refunded."
    ) {
      try Interactor<ReturnOrder>($0, presenter: $2).handle($1)
    } show: {
      ReturnOrder.presenter(on: $1).present($0)
    },
    OrderScene(
      description: "refund-order", given: paid, status: .placed,
      headline: "Order 1001: refunded 25.00 USD, no payments remain; 25.00 USD is due again."
    ) {
      try Interactor<RefundOrder>($0, presenter: $2).handle(.init(change: $1, amount: "25"))
    } show: {
      RefundOrder.presenter(on: $1).present($0)
    },
    OrderScene(
      description: "delete-order", given: [.create(.amy)], status: .deleted,
      headline: "Order 1001 is deleted; its history stays."
    ) {
      try Interactor<DeleteOrder>($0, presenter: $2).handle($1)
    } show: {
      DeleteOrder.presenter(on: $1).present($0)
    },
  ]
}

extension Story {
  /// Order 1001 as the scene wants it.
  static func before(_ scene: OrderScene) throws -> Story {
    let story = try Story()
    for command in scene.given { try story.asks("amy", "1001", command) }
    return story
  }

  /// The outcome of the scene.
  func ask(_ scene: OrderScene, _ request: ChangeRequest) throws -> (
    isDone: Bool, change: OrderOutcome?
  ) {
    let spy = PresenterSpy<OrderOutcome>()
    let isDone = try scene.ask(engine, request, spy)
    return (isDone, spy.responses.last)
  }
}
