// Which command goes through in which status, as a table that a clerk could read.

import EventSourcingTesting
import OrderDomain
import Testing

@Suite struct StateMachineTests: OrderSpecification {
  /// A row is a status, a column a command; a cell is the status that follows or the refusal.
  /// Commands that aren't about money are the same whatever the balance is.
  static let table = """
    status     create  pay                 ship             deliver             cancel           return            refund              delete           erase
    none       placed  not-found           not-found        not-found           not-found        not-found         not-found           not-found        none
    placed     exists  paid                not-paid         not-shipped         cancelled        not-delivered     exceeds-payments    deleted          placed
    part-paid  exists  paid                not-paid         not-shipped         cancelled        not-delivered     placed              has-payments     placed
    paid       exists  exceeds-balance     shipped          not-shipped         cancelled        not-delivered     placed              has-payments     paid
    shipped    exists  exceeds-balance     already-shipped  delivered           already-shipped  not-delivered     shipped             already-shipped  shipped
    delivered  exists  exceeds-balance     already-shipped  already-delivered   already-shipped  returned          delivered           already-shipped  delivered
    returned   exists  already-returned    already-shipped  already-delivered   already-shipped  already-returned  returned            already-shipped  returned
    refunded   exists  paid                not-paid         not-shipped         cancelled        not-delivered     exceeds-payments    deleted          placed
    cancelled  exists  cancelled!          cancelled!       cancelled!          cancelled!       cancelled!        cancelled           has-payments     cancelled
    deleted    exists  deleted!            deleted!         deleted!            deleted!         deleted!          deleted!            deleted!         deleted
    erased     exists  paid                not-paid         not-shipped         cancelled        not-delivered     exceeds-payments    deleted          placed
    """

  /// The events that lead to each status.
  static let histories: [String: [OrderEvent]] = [
    "none": [],
    "placed": [.amyOrdered],
    "part-paid": [.amyOrdered, .received(1000)],
    "paid": [.amyOrdered, .amyPaidAll, .paid],
    "shipped": [.amyOrdered, .amyPaidAll, .paid, .shipped(Shipping())],
    "delivered": [.amyOrdered, .amyPaidAll, .paid, .shipped(Shipping()), .delivered],
    "returned": [.amyOrdered, .amyPaidAll, .paid, .shipped(Shipping()), .delivered, .returned],
    "refunded": [.amyOrdered, .amyPaidAll, .paid, .refunded(amount: 3099)],
    "cancelled": [.amyOrdered, .amyPaidAll, .paid, .cancelled],
    "deleted": [.amyOrdered, .deleted],
    "erased": [.amyOrdered, .personalErased],
  ]

  static let refusals: [String: OrderRefusal] = [
    "exists": .exists, "not-found": .notFound, "deleted!": .deleted, "cancelled!": .cancelled,
    "not-paid": .notPaid, "not-shipped": .notShipped, "not-delivered": .notDelivered,
    "already-shipped": .alreadyShipped, "already-delivered": .alreadyDelivered,
    "already-returned": .alreadyReturned, "has-payments": .hasPayments,
    "exceeds-balance": .paymentExceedsBalance, "exceeds-payments": .refundExceedsPayments,
  ]

  static let rows = table.split(separator: "\n").dropFirst().map {
    $0.split(separator: " ").map(String.init)
  }

  /// The amount left to pay, or another one if nothing is, so that the payment is a valid one.
  static func command(_ name: Substring, on order: Order?) -> OrderCommand {
    switch name {
    case "create": .create(.amy)
    case "pay": .pay(Amount(order.map { $0.balance > 0 ? $0.balance : 1 } ?? 1))
    case "ship": .ship()
    case "deliver": .deliver
    case "cancel": .cancel
    case "return": .return
    case "refund": .refund(amount: 1)
    case "erase": .erase
    default: .delete
    }
  }

  @Test(arguments: rows) func `each command in each status has the outcome in the table`(
    row: [String]
  ) throws {
    let names = try #require(Self.table.split(separator: "\n").first).split(separator: " ")
    let scenario = given(try #require(Self.histories[row[0]]))
    #expect(row.count == names.count)
    for (name, expected) in zip(names, row).dropFirst() {
      let decided = scenario.when(Self.command(name, on: scenario.state))
      switch decided.result {
      case .failure(let refusal):
        #expect(refusal == Self.refusals[expected], "\(name) when \(row[0])")
        #expect(decided.after.state == scenario.state)
      case .success:
        #expect(
          decided.after.state?.status.rawValue ?? "none" == expected, "\(name) when \(row[0])")
      }
    }
  }

  @Test func `the table has a row for every status`() {
    let statuses = Set(Self.histories.values.compactMap { given($0).state?.status })
    #expect(statuses == Set(Order.Status.allCases))
    #expect(Set(Self.rows.map { $0[0] }) == Set(Self.histories.keys))
  }
}
