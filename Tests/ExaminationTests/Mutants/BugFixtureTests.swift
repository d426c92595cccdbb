// The histories in Fixtures/bugs, recorded by rules and callers that have the defects of the
// original app. To record them again after a change, run
//
//     CLEANSTORE_RECORD_GOLDEN=1 swift test --filter BugFixtureTests

import EventSourcing
import Foundation
import JSONLines
import OrderDomain
import TestKit
import Testing

/// The recorded bugs are what the buggy rules record.
@Suite struct BugFixtureTests {
  private static let folder = Repository.url("Fixtures/bugs")

  /// The rules in force when the bugs were recorded.
  enum FirstRules: OrderDecider {
    static let rules = RuleTable.standard(RulesVersion(1))
  }

  static let bugs: [(name: String, record: @Sendable () throws -> [String])] = [
    ("duplicate-order", duplicateOrder), ("same-is-other", sameIsOther),
    ("picker-row", pickerRow), ("empty-list", emptyList), ("stale-total", staleTotal),
    ("colliding-ids", collidingIDs), ("stale-row", staleRow),
    ("update-not-stored", updateNotStored),
  ]

  @Test(arguments: bugs.map(\.name)) func `a bug is recorded as it comes about`(_ name: String)
    throws
  {
    let bug = try #require(Self.bugs.first { $0.name == name })
    // Rules with a bug are no version of ours.
    let text = try bug.record().map { $0.replacing(#""engine":"0","#, with: "") + "\n" }.joined()
    let file = Self.folder.appending(path: name + ".jsonl")
    if ProcessInfo.processInfo.environment["CLEANSTORE_RECORD_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `every recorded bug is one of these`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.sorted() == Self.bugs.map { $0.name + ".jsonl" }.sorted())
  }

  /// A form that was refused is saved as a new order: the app asked whether it was editing after it
  /// had forgotten that it was.
  @Sendable private static func duplicateOrder() throws -> [String] {
    let past = try Past<FirstRules>()
    try past.asks(.create(.bob), on: "1001", by: "bob")
    try past.asks(.create(.amy), on: "1002", by: "amy")
    try past.asks(.update(.only { $0[.billingZip] = "9501" }), on: "1002", by: "amy")
    try past.asks(.create(.amy), on: "1003", by: "amy")
    try past.asks(.pay(Payment(amount: 1000)), on: "1001", by: "bob")
    return try past.lines()
  }

  @Sendable private static func sameIsOther() throws -> [String] {
    let past = try Past<SameIsOther>()
    try past.asks(.create(.amy), on: "1001", by: "amy")
    try past.asks(.update(.only { $0[.lastName] = "Avocado" }), on: "1001", by: "amy")
    try past.asks(.pay(Payment(amount: 3099)), on: "1001", by: "amy")
    let card = OrderFields.only {
      $0[.paymentKind] = "card"
      $0[.cardBrand] = "visa"
      $0[.cardLast4] = "4242"
      $0[.cardExpires] = "2027-11"
    }
    for _ in 1...2 { try past.asks(.update(card), on: "1001", by: "clerk") }
    return try past.lines()
  }

  @Sendable private static func pickerRow() throws -> [String] {
    let past = try Past<MethodAsRow>()
    try past.asks(.create(.bob), on: "1001", by: "bob")
    try past.asks(.pay(Payment(amount: 1000)), on: "1001", by: "bob")
    try past.asks(.ship(Shipping(carrier: "Snail & Co.")), on: "1001", by: "clerk")
    return try past.lines()
  }

  /// An unreadable entry made the app show no orders at all, so the clerk typed one in
  /// again.
  @Sendable private static func emptyList() throws -> [String] {
    let past = try Past<FirstRules>()
    try past.asks(.create(.bob), on: "1001", by: "clerk")
    try past.asks(.ship(), on: "1001", by: "clerk")
    try past.asks(.create(.bob), on: "1002", by: "clerk", because: "the list is empty")
    var lines = try past.lines()
    lines[1] = lines[1].replacing("order-not-paid", with: "order-on-hold")
    return lines
  }

  @Sendable private static func staleTotal() throws -> [String] {
    let past = try Past<TotalKept>()
    try past.asks(.create(.amy), on: "1001", by: "amy")
    try past.asks(
      .update(.only { $0.items = [Item(sku: "A-1", quantity: 8, unitPrice: 1250)] }),
      on: "1001", by: "amy")
    try past.asks(.pay(Payment(amount: 3099)), on: "1001", by: "amy")
    try past.asks(.ship(), on: "1001", by: "clerk")
    return try past.lines()
  }

  @Sendable private static func collidingIDs() throws -> [String] {
    let past = try Past<IDReused>()
    try past.asks(.create(.amy), on: "7309", by: "amy")
    try past.asks(.create(.amy), on: "1166", by: "amy")
    try past.asks(.pay(Payment(amount: 3099)), on: "7309", by: "amy")
    try past.asks(.create(.bob), on: "7309", by: "bob")
    try past.asks(.cancel, on: "7309", by: "bob")
    return try past.lines()
  }

  /// The app remembered the row that was chosen, not the order: the list changed in between.
  @Sendable private static func staleRow() throws -> [String] {
    let past = try Past<FirstRules>()
    try past.asks(.create(.amy), on: "1001", by: "amy")
    try past.asks(.create(.bob), on: "1002", by: "bob")
    try past.asks(.create(.amy), on: "1003", by: "amy")
    try past.asks(.delete, on: "1001", by: "amy", because: "twice the same")
    try past.asks(.cancel, on: "1003", by: "clerk", because: "bob called: row 2")
    return try past.lines()
  }

  @Sendable private static func updateNotStored() throws -> [String] {
    let past = try Past<UpdateTold>()
    try past.asks(.create(.bob), on: "1001", by: "bob")
    try past.asks(
      .update(.only { $0.set(.shippingFee, to: 990) }), on: "1001", by: "clerk", because: "express")
    try past.asks(.pay(Payment(amount: 1990)), on: "1001", by: "bob")
    return try past.lines()
  }
}
