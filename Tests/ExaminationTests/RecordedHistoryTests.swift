import EventSourcing
import Examination
import Integrity
import JSONLines
import OrderDomain
import QuizDomain
import Testing

/// Histories in memory: read, decided once more from the beginning, and written back.
@Suite struct RecordedHistoryTests {
  @Test func `a history is read as it is`() throws {
    let past = try Past<Orders>.ofTwoOrders()
    try past.asks(.cancel, on: "2", by: "bob", id: "c-1", expect: 1, because: "too late")
    let history = try RecordedHistory<Orders>(past.store)
    #expect(history.commands.map(\.seq) == Array(1...8))
    let last = try #require(history.commands.last)
    #expect(last.stream == "order/2")
    #expect(last.actor == "bob")
    #expect(last.id == "c-1")
    #expect(last.reason == "too late")
    #expect(last.expect == 1)
    #expect(last.rev == 2)
    #expect(last.rulesVersion == Orders.version)
    #expect(last.command == .cancel)
    #expect(last.recorded == .accepted([.cancelled]))
    #expect(history.commands[3].recorded == .refused(.notPaid))
    #expect(try RecordedHistory<Orders>(past.store, through: 3).commands.count == 3)
  }

  @Test func `decided again, every outcome is as recorded`() throws {
    let history = try RecordedHistory<Orders>(Past<Orders>.ofTwoOrders().store)
    let (verdicts, states) = history.rerun()
    #expect(verdicts == history.commands.map(\.recorded))
    #expect(states.state(of: "order/1")?.status == .delivered)
    #expect(states.revision(of: "order/1") == 5)
    #expect(states.revision(of: "order/2") == 1)
    #expect(states.revision(of: "order/3") == 0)
    #expect(states.state(of: "order/3") == nil)
  }

  @Test func `without a command, later ones have other outcomes`() throws {
    var history = try RecordedHistory<Orders>(Past<Orders>.ofTwoOrders().store)
    history.commands.remove(at: 2)
    #expect(
      history.rerun().verdicts.suffix(3) == [
        .accepted([.paymentReceived(Payment(amount: 2099))]), .refused(.notPaid),
        .refused(.notShipped),
      ])
  }

  @Test func `a command that expects another revision isn't evaluated`() throws {
    let past = try Past<Orders>()
    try past.asks(.create(.bob))
    try past.asks(.pay(Payment(amount: 1)))
    try past.asks(.pay(Payment(amount: 2)), expect: 2)
    var history = try RecordedHistory<Orders>(past.store)
    history.commands.remove(at: 1)
    #expect(history.rerun().verdicts.last == .conflict(actual: 1))
    history.commands[1].expect = nil
    #expect(history.rerun().verdicts.last?.events.count == 1)
  }

  @Test func `an unchanged history is written back byte for byte`() throws {
    let past = try Past<Orders>.ofTwoOrders()
    var reader = try EntryReader(past.store)
    var lines: [String] = []
    while let entry = try reader.next() {
      lines.append(String(decoding: entry.bytes, as: UTF8.self))
    }
    #expect(try RecordedHistory<Orders>(past.store).lines() == lines)
    let quizzes = try Past<Quiz>()
    try quizzes.asks(.init(.load, Quiz.deck("gato = cat")))
    try quizzes.asks(.init(.next))
    #expect(try RecordedHistory<Quiz>(history(quizzes.lines())).lines() == quizzes.lines())
  }

  @Test func `other outcomes are written as they then are, and read as a history`() throws {
    let past = try Past<Orders>.ofTwoOrders()
    var recorded = try RecordedHistory<Orders>(history(past.lines()))
    recorded.commands.remove(at: 2)
    let lines = recorded.lines()
    #expect(lines.count == 6)
    let shipping = try JSONValue(parsing: lines[4])
    #expect(shipping["seq"] == .integer(6))
    #expect(shipping["rev"] == .integer(2))
    #expect(shipping["rejected"]?["code"] == .string("order-not-paid"))
    #expect(shipping["events"] == nil)
    #expect(try divergences(in: history(lines), under: Orders.self).isEmpty)
    #expect(try RecordedHistory<Orders>(history(lines)).lines() == lines)
  }

  enum Careless: OrderDecider {
    static let rules = RuleTable.standard.without("order-not-paid", of: .ship)
    static let version = "careless"
  }

  @Test func `an entry of no version that the newest rules decide differently names them`() throws {
    let past = try Past<Orders>.ofTwoOrders().edited(1, #""engine":"\#(Orders.version)","#, "")
    let lines = try RecordedHistory<Careless>(past).lines()
    let engines = try lines.map { try JSONValue(parsing: $0)["engine"]?.string }
    #expect(engines == [nil, nil, nil, "careless", nil, nil, nil])
    #expect(try JSONValue(parsing: lines[3])["events"]?.array?.count == 1)
  }

  @Test func `ends have one digest, whatever the order of entries`() throws {
    let past = try Past<Orders>.ofTwoOrders()
    var projection = StateProjection<Orders>(checksRevisions: true)
    _ = try past.store.project(into: &projection)
    var lines: [String] = []
    let digest = projection.ends.digest { line in
      lines.append(line.withBytes { String(decoding: $0, as: UTF8.self) })
    }
    #expect(digest == projection.ends.reversed().digest())
    #expect(
      lines.map { $0.prefix(26) } == [
        #"{"stream":"order/1","rev":5"#.prefix(26), #"{"stream":"order/2","rev":1"#.prefix(26),
      ])
    #expect(lines[0].contains(#""status":"delivered""#))
    var hash = SHA256()
    for line in lines {
      var text = line + "\n"
      text.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
    }
    #expect(hash.finish().hex == digest)
    #expect(StateProjection<Orders>(checksRevisions: true).ends.digest().hasPrefix("e3b0c442"))
  }
}
