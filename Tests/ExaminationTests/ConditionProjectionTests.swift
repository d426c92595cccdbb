import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import Examination

/// Conditions asked along a history, here one of the catalogue: any examined domain will do.
@Suite struct ConditionProjectionTests {
  static let lines = [
    line(1, 1, #"{"type":"add-shipping-method","code":"drone","name":"Drone"}"#)
      + #","events":[{"type":"shipping-method-added","code":"drone","name":"Drone"}]}"#,
    line(2, 1, #"{"type":"retire-shipping-method","code":"boat"}"#)
      + #","rejected":{"code":"method-not-found"}}"#,
    #"{"seq":3,"at":"2026-01-05T09:03:00.000000Z","stream":"order/1","rev":0,"actor":"amy","#
      + #""command":{"type":"ship-order"},"rejected":{"code":"order-not-found"}}"#,
    line(4, 2, #"{"type":"retire-shipping-method","code":"drone"}"#)
      + #","events":[{"type":"shipping-method-retired","code":"drone"}]}"#,
  ]

  private static func line(_ seq: Int, _ rev: Int, _ command: String) -> String {
    #"{"seq":\#(seq),"at":"2026-01-05T09:0\#(seq):00.000000Z","stream":"catalog","rev":\#(rev),"#
      + #""actor":"admin","command":\#(command)"#
  }

  /// The value of a formula after each entry.
  private func values(of text: String, only: StreamName? = nil) throws -> [FieldValue] {
    let source = InMemoryHistory(
      ByteStorage.copy(of: Self.lines.joined(separator: "\n")), name: "sent.jsonl")
    let formula = try Formula(text, of: Catalogue.schema)
    var projection = ConditionProjection<Catalogue>([formula], only: only, checksRevisions: false)
    var reader = try EntryReader(source)
    var values: [FieldValue] = []
    while try reader.next(into: &projection) != nil {
      values.append(projection.value(0).value)
    }
    return values
  }

  @Test func `a stream is evaluated after each of its entries, including refused ones`() throws {
    #expect(
      try values(of: "len(methods)") == [.integer(4), .integer(4), .absent, .integer(4)])
    #expect(
      try values(of: "methods[3].retired")
        == [.boolean(false), .boolean(false), .absent, .boolean(true)])
  }

  @Test func `conditions can use the state before the entry`() throws {
    #expect(
      try values(of: "old(len(methods))") == [.integer(3), .integer(4), .absent, .integer(4)])
    #expect(
      try values(of: "changed(methods[3].retired)")
        == [.boolean(false), .boolean(false), .absent, .boolean(true)])
    #expect(
      try values(of: "changed(methods[3].code)")
        == [.boolean(true), .boolean(false), .absent, .boolean(false)])
  }

  @Test func `conditions can use the entry's own fields`() throws {
    #expect(try values(of: "seq") == [.integer(1), .integer(2), .absent, .integer(4)])
    #expect(try values(of: "actor").last == .text("admin"))
    #expect(try values(of: "command.type").first == .text("add-shipping-method"))
    #expect(
      try values(of: "rejected.code") == [.absent, .text("method-not-found"), .absent, .absent])
    for (field, isIt) in [("accepted", true), ("refused", false)] {
      #expect(
        try values(of: field)
          == [.boolean(isIt), .boolean(!isIt), .absent, .boolean(isIt)])
    }
    #expect(try values(of: "at")[1] == .time(#require(time("2026-01-05T09:02:00.000000Z"))))
  }

  private func time(_ text: String) -> Timestamp? { Timestamp(text) }

  @Test func `only the requested stream is evaluated`() throws {
    let other = StreamName(category: "catalog", id: "other")
    #expect(try values(of: "seq", only: other) == [.absent, .absent, .absent, .absent])
  }

  @Test func `spans begin and end where the answer changes`() {
    var spans = HoldingSpans()
    let answers: [(holds: Bool, stream: Int, change: HoldingSpans.Transition?)] = [
      (false, 0, nil), (true, 0, .begins), (true, 0, nil), (true, 7, .begins),
      (false, 0, .ends(since: 2)), (false, 0, nil), (true, 0, .begins),
    ]
    for (index, answer) in answers.enumerated() {
      #expect(spans.take(answer.holds, stream: answer.stream, seq: index + 1) == answer.change)
    }
    #expect(spans.count == 2)
  }
}
