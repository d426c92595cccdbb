import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

/// Where personal data was erased, what it decided is taken as it was recorded, and nothing else is.
@Suite struct ErasureTests {
  /// Amy's order with changes that are about personal data, and refusals that are.
  static func past() throws -> [String] {
    let past = try Past<Orders>()
    let card = OrderFields.only {
      $0[.paymentKind] = "card"
      $0[.cardLast4] = "1111"
      $0[.cardExpires] = "2028-01"
    }
    try past.asks(.create(.amy.with { $0[.email] = "no mail" }))
    try past.asks(.create(.amy))
    try past.asks(.update(.only { $0[.phone] = "55502" }))
    try past.asks(
      .update(
        .only {
          $0[.phone] = "x"
          $0.set(.tax, to: -1)
        }))
    try past.asks(.update(card))
    try past.asks(
      .update(
        .only {
          $0[.billingCountry] = "DE"
          $0[.shippingMethod] = "two-day"
        }))
    try past.asks(.pay(Payment(amount: 3099)))
    try past.asks(.ship())
    try past.asks(.update(.only { $0[.shipmentStreet1] = "3 Other Way" }))
    try past.asks(.update(.only { $0[.email] = "amy@apple.example" }))
    try past.asks(.update(.only { $0.set(.tax, to: 7) }))
    try past.asks(.update(card.with { $0[.phone] = "55503" }))
    return try past.lines()
  }

  @Test func `a history diverges nowhere, whichever of its blocks are erased`() throws {
    let lines = try Self.past()
    let personal = lines.indices.filter { lines[$0].contains(#""personal":"#) }
    #expect(personal.count == 9)
    #expect(lines[11].contains(#"[{"type":"order-updated"}]"#), "the payment stays the same")
    // Every subset of the blocks.
    for choice in 0..<1 << personal.count {
      var lines = lines
      for (bit, line) in personal.enumerated() where choice >> bit & 1 == 1 {
        lines[line] = try erased(lines[line])
      }
      let found = try divergences(in: history(lines), under: Orders.self)
      #expect(found.isEmpty, "\(choice): \(found)")
      let rerun = try RecordedHistory<Orders>(history(lines))
      #expect(rerun.rerun().verdicts == rerun.commands.map(\.recorded), "\(choice)")
    }
  }

  @Test(arguments: [
    (4, #"{"field":"tax","code":"out-of-range"}"#, #"{"field":"tax","code":"blank"}"#),
    (6, #"[{"type":"order-updated","shippingMethod":"two-day"}]"#, #"[{"type":"order-updated"}]"#),
    (7, #""payment-received","amount":3099"#, #""payment-received","amount":3098"#),
    (2, #""total":3099"#, #""total":3098"#),
    (2, #""type":"order-created","customer":"amy""#, #""type":"order-created","customer":"bob""#),
    (
      7, #""events":[{"type":"payment-received","amount":3099},{"type":"order-paid"}]"#,
      #""rejected":{"code":"invalid","fields":[{"field":"contact.email","code":"malformed"}]}"#
    ),
    (9, #""code":"order-already-shipped""#, #""code":"order-has-payments""#),
    (11, #""code":"order-already-shipped""#, #""code":"order-cancelled""#),
  ]) func `what isn't personal is compared all the same`(line: Int, old: String, new: String)
    throws
  {
    var lines = try Self.past()
    for index in lines.indices where lines[index].contains(#""personal":"#) {
      lines[index] = try erased(lines[index])
    }
    try #require(lines[line - 1].contains(old), "\(lines[line - 1])")
    lines[line - 1] = lines[line - 1].replacing(old, with: new)
    #expect(try divergences(in: history(lines), under: Orders.self).first?.seq == line)
  }

  @Test func `a change of the contact is never refused because of what was erased`() throws {
    var lines = try Self.past()
    lines[1] = try erased(lines[1])
    let (events, refusal) = (
      #""events":[{"type":"order-updated"}]"#, #""rejected":{"code":"order-already-shipped"}"#
    )
    try #require(lines[9].contains(events))
    lines[9] = lines[9].replacing(events, with: refusal).replacing(#""rev":6"#, with: #""rev":5"#)
    #expect(try divergences(in: history(Array(lines[...9])), under: Orders.self).map(\.seq) == [10])
  }

  @Test func `what becomes of an erased change that nothing refuses any more isn't known`() throws {
    var lines = try Self.past()
    let (events, refusal) = (
      #""events":[{"type":"order-updated"}]"#, #""rejected":{"code":"order-deleted"}"#
    )
    try #require(lines[2].contains(events))
    lines[2] = try erased(
      lines[2].replacing(events, with: refusal).replacing(#""rev":2"#, with: #""rev":1"#))
    let past = history(Array(lines[...2]))
    let verdict = try RecordedHistory<Orders>(past).rerun().verdicts.last
    #expect(verdict == .unknown(rules: nil))
    #expect(
      try divergences(in: past, under: Orders.self).map(\.difference.kind) == [.rejectedNowUnknown]
    )
  }

  @Test func `what a later command still has is judged by itself`() throws {
    var lines = try Self.past()
    lines[1] = try erased(lines[1])
    // Entry 4 is refused for a phone and a tax that are both wrong, and still there.
    lines[3] = lines[3].replacing(#"{"field":"contact.phone","code":"malformed"}"#, with: "")
      .replacing(",]", with: "]")
    let found = try divergences(in: history(lines), under: Orders.self)
    #expect(found.map(\.seq) == [4])
  }
}
