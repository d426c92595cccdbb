// The command that erases personal data of orders: which orders, and the forms that were kept of them.

import Platform

struct OrderErasure: ChangingRequest {
  var erasing = ErasingFlags()
  var orders = OrdersToErase()

  var change: ChangeRequest {
    get { erasing.change }
    set { erasing.change = newValue }
  }
}

extension CommandRun {
  func erase(_ typed: OrderErasure) throws(Failure) -> ExitCode {
    var orders = typed.orders
    orders.now = world.clock()
    return try erase(typed.erasing, orders, and: FormsHere(world: world))
  }
}

/// The forms that were kept in the current folder.
private struct FormsHere: KeptForms {
  let world: World

  func paths(of id: String) -> [String] { world.keptFiles(EditorSession.fileName(id)) }
  func drafts() -> [String] { world.keptFiles(OrderDraft.name) }
  func delete(_ path: String) -> Bool { world.delete(path) }
}
