// Helps to fill in a form: the rules themselves say what is wrong with it so far. Nothing is recorded.

import HistoryScenes

package final class FillInOrderInteractor: BusinessLogic {
  private let engine: OrderEngine
  private let presenter: any PresentationLogic<FillInOrder.Response>

  package init(engine: OrderEngine, presenter: any PresentationLogic<FillInOrder.Response>) {
    self.engine = engine
    self.presenter = presenter
  }

  @discardableResult
  package func handle(_ request: FillInOrder.Request) throws(Failure) -> Bool {
    switch request {
    case .opening:
      presenter.present(.opening(methods: try engine.shippingMethods().offered))
    case .suggesting(let customer, let isTaken):
      presenter.present(.suggesting(last: try engine.lastOrder(of: customer), isTaken: isTaken))
    case .checking(var creation, let fields):
      creation.change.isDryRun = true
      let outcome = try CreateOrder.respond(to: creation, with: engine).outcome
      presenter.present(.checking(outcome, fields: fields))
    }
    return true
  }
}
