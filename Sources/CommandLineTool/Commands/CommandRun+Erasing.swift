// The commands about personal data of orders: which orders, and the forms that were kept of them.

import Platform

struct OrderErasure: ChangingRequest {
  var erasing = ErasingFlags()
  var orders = OrdersToErase()

  var change: ChangeRequest {
    get { erasing.change }
    set { erasing.change = newValue }
  }
}

struct DisclosureFlags: Sendable {
  var customer: String?
  var path: String?
}

extension CommandRun {
  func erase(_ typed: OrderErasure) throws(Failure) -> ExitCode {
    var orders = typed.orders
    orders.now = world.clock()
    return try erase(typed.erasing, orders, and: FormsHere(world: world))
  }

  func disclose(_ flags: DisclosureFlags) throws(Failure) -> ExitCode {
    guard let customer = flags.customer, let path = flags.path else {
      throw Failure(
        .usage, code: "missing-flag", "'disclose' needs --customer NAME and --output DIR.",
        hint: "For example: cleanstore disclose --customer amy --output about-amy")
    }
    return try disclose(customer, OrdersOfCustomer(customer), to: path)
  }
}

/// The forms that were kept in the current folder.
private struct FormsHere: KeptForms {
  let world: World

  func paths(of id: String) -> [String] { world.keptFiles(EditorSession.fileName(id)) }
  func drafts() -> [String] { world.keptFiles(OrderDraft.name) }
  func delete(_ path: String) -> Bool { world.delete(path) }
}
