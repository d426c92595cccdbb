// A domain's description decides reading, writing, what must be there, and limits.

import DomainKit
import EventSourcing
import EventSourcingTesting
import JSONLines
import Testing

/// A library's desk, with a member of every kind.
enum Desk: DescribedDecider {
  enum CommandType: String, CaseIterable { case join, lend, `return` = "return-books", pay }
  enum EventType: String, CaseIterable { case joined, lent, returned, paid, fined }
  struct State: Equatable, Sendable {
    var name: String?
    var lent = 0
    var paid = 0
  }

  static let (category, versions, initial) = ("desk", ["1", "2"], State())
  static let name = Member<String>("name", 1...20).personal
  static let email = Member<String?>("email").personal
  static let isbn = Member<String>("isbn")
  static let days = Member<Int?>("days", 1...30)
  static let books = Member<[MemberValues]>("books", of: isbn, days, limit: 1...3)
  static let keywords = Member<[String]?>("keywords", 0...2).since("2", 0...3)
  static let isUrgent = Member<Bool>("urgent")
  static let amount = Member<Int>("amount")
  static let description = Description<Desk>(
    .command(.join, email, name, to: .joined),
    .command(.lend, books, keywords, isUrgent, to: .lent),
    .command(.return, isbn, to: .returned),
    .command(.pay, amount, to: .paid),
    .event(.fined, amount))
  static let rules: [Rule] = [
    Rule("not-joined", "The reader has joined.", on: [.lend], reading: ["name"], since: "2") {
      _, desk, _ in desk.name != nil
    },
    Rule("nothing-lent", "Something is lent.", on: [.return], through: "1") { _, desk, _ in
      desk.lent > 0
    },
  ]
  static let upcasters = [
    Upcaster(command: "pay-in", to: "pay") { $0["amount"] = $0["sum"] },
    Upcaster(event: "pay-in", to: "paid") { $0["amount"] = $0["sum"] },
    Upcaster(event: "punished", to: "fined"),
  ]
  static func evolve(_ desk: inout State, with event: Event, in context: EntryContext) {
    switch event.type {
    case .joined: desk.name = event[name] ?? "erased"
    case .lent: desk.lent += event[books].count
    case .returned: desk.lent -= 1
    case .paid, .fined: desk.paid += event[amount]
    }
  }
  static let schema = FieldSchema(
    of: Desk.self,
    [
      .text("reader.name") { $0.name }, .integer("reader.lent") { $0.lent },
      .integer("paid") { $0.paid },
    ],
    lists: [
      .init(
        "waiting", count: { _ in nil },
        fields: [
          .init("name", .text) { _, _ in .absent }, .init("since", .time) { _, _ in .absent },
        ])
    ],
    where: { $0.name != nil })
}

@Suite struct DescriptionTests: DeciderSpecification {
  typealias Rules = Desk
  func report(_ failure: UnmetExpectation) { record(failure) }

  private static let lending = Desk.Command(
    .lend, Desk.books([[Desk.isbn("a\"b"), Desk.days(14)], [Desk.isbn("c")]]),
    Desk.keywords(["sea", "ö"]), Desk.isUrgent(true))

  @Test func `what is called as a personal member is personal, in elements of lists, too`() {
    #expect(Desk.personalFields == ["reader.name", "waiting.name"])
  }

  @Test func `a member of any kind is written, read and imported as it was given`() throws {
    let lent =
      #""books":[{"isbn":"a\"b","days":14},{"isbn":"c"}],"keywords":["sea","ö"],"urgent":true}"#
    #expect("\(Self.lending)" == #"{"type":"lend",\#(lent)"#)
    given().when(.join, Desk.name("Amy")).then(.joined, Desk.name("Amy"))
      .when(Self.lending).then(Desk.Event(.lent, from: Self.lending))
      .thenState { #expect($0 == Desk.State(name: "Amy", lent: 2)) }
    let imported = try importing(
      #"{"urgent":true,"type":"lend", "keywords":["sea","\u00f6"],"books":[{"days":14,"isbn":"a\"b"},{"isbn":"c"}]}"#
    )
    #expect(imported == Self.lending)
    #expect(imported[Desk.books].map { $0[Desk.days] } == [14, nil])
    #expect(imported[Desk.keywords] == ["sea", "ö"] && imported[Desk.isUrgent])
    let joining = try importing(#"{"type":"join","name":"Amy","email":"a@b.c"}"#)
    #expect(joining == Desk.Command(.join, Desk.name("Amy"), Desk.email("a@b.c")))
    #expect(joining.events == [Desk.Event(.joined, Desk.name("Amy"), Desk.email("a@b.c"))])
  }

  @Test(
    arguments: [
      (#"{"type":"pay"}"#, .missingKey, 0, "amount"),
      (
        #"{"type":"lend","books":[{"isbn":"a"},{"days":2}],"urgent":true}"#, .missingKey, 37, "isbn"
      ),
      (#"{"type":"lend","books":[]}"#, .missingKey, 0, "urgent"),
      (#"{"type":"join","email":"a@b.c"}"#, .missingKey, 0, "name"),
      (#"{"type":"pay","amount":null}"#, .wrongType, 23, nil),
      (#"{"type":"pay","amount":"5"}"#, .wrongType, 23, nil),
      (#"{"type":"lend","books":[],"urgent":1}"#, .wrongType, 35, nil),
      (#"{"type":"lend","books":[],"keywords":["a",7],"urgent":true}"#, .wrongType, 42, nil),
      (#"{"type":"lend","books":[{"isbn":"a","card":1}],"urgent":true}"#, .unknownKey, 36, nil),
      (#"{"type":"pay","amount":1,"card":2}"#, .unknownKey, 25, nil),
      (#"{"type":"payed"}"#, .invalidValue, 8, nil),
    ] as [(String, JSONError.Code, Int, String?)])
  func `what isn't a command is refused with its place`(
    _ text: String, _ code: JSONError.Code, _ offset: Int, _ key: String?
  ) {
    let error = #expect(throws: JSONError.self) { try importing(text) }
    #expect(
      error?.code == code && error?.offset == offset && error?.key == key,
      "\(String(describing: error))")
  }

  @Test func `what a log's entry must have isn't decoded without`() throws {
    let entry =
      #"{"seq":1,"at":"2026-11-20T09:00:00.000000Z","stream":"desk/1","rev":1,"actor":"amy","#
    func fold(_ rest: String) throws -> Desk.State? {
      var states = StateProjection<Desk>(checksRevisions: false)
      _ = try InMemoryHistory(ByteStorage.copy(of: entry + rest + "\n"), name: "sent").project(
        into: &states)
      return states.states.first
    }
    #expect(
      try fold(
        #""command":{"type":"pay-in","sum":7},"events":[{"type":"pay-in","sum":7},{"type":"punished","amount":2}]}"#
      )?
      .paid == 9)
    let joined = #""command":{"type":"join"},"events":[{"type":"joined"}]"#
    let hash = "sha256:" + String(repeating: "0", count: 64)
    #expect(try fold(joined + #","personal":"\#(hash)"}"#)?.name == "erased")
    for (line, key) in [
      (joined + "}", "name"),
      (joined + #","personal":{"salt":"\#(hash.suffix(32))","email":"a"}}"#, "name"),
      (#""command":{"type":"pay","amount":1},"events":[{"type":"paid"}]}"#, "amount"),
    ] {
      let error = #expect(throws: LogError.self) { try fold(line) }
      #expect(error?.message.contains(key) == true, "\(String(describing: error))")
    }
  }

  @Test func `a value beyond its limit is refused by the rules of each version, and read back`()
    throws
  {
    for beyond in [Int.max, .min, 1 << 53] {
      given().when(.pay, Desk.amount(beyond)).thenRefused(.invalid("amount", "out-of-range"))
    }
    given().when(.join, Desk.name("")).thenRefused(.invalid("name", "blank"))
    given().when(.join, Desk.name(String(repeating: "ö", count: 21)))
      .thenRefused(.invalid("name", "too-long"))
    let book = [Desk.isbn("a"), Desk.days(31)]
    given(.joined, Desk.name("Amy")).when(.lend, Desk.books([book]), Desk.isUrgent(false))
      .thenRefused(.invalid("books[0].days", "out-of-range"))
    let wordy = Desk.Command(
      .lend, Desk.books([[Desk.isbn("a")]]), Desk.keywords(["a", "b", "c"]), Desk.isUrgent(false))
    let context = EntryContext(stream: "desk/1", at: start)
    #expect(throws: Desk.Refusal.invalid("keywords", "too-many")) {
      try Desk.decide(wordy, on: Desk.initial, in: context, by: 0)
    }
    #expect(throws: Desk.Refusal(stringLiteral: "not-joined")) {
      try Desk.decide(wordy, on: Desk.initial, in: context, by: 1)
    }
  }

  @Test func `a rule belongs to the versions that it names, for decisions and explanations alike`()
    throws
  {
    let context = EntryContext(stream: "desk/1", at: start)
    let back = Desk.Command(.return, Desk.isbn("a"))
    let former = try #require(Desk.checks(of: back, on: Desk.initial, in: context, by: 0))
    #expect(former.map { "\($0.code) \($0.verdict)" } == ["nothing-lent broken"])
    #expect(Desk.checks(of: back, on: Desk.initial, in: context, by: 1) == [])
    let checks = try #require(Desk.checks(of: Self.lending, on: Desk.initial, in: context))
    #expect(
      checks.map { "\($0.code) \($0.verdict) \($0.facts)" }
        == [#"invalid held []"#, #"not-joined broken ["name"]"#])
  }

  @Test func `a state is written as its fields are listed`() {
    func written(_ state: Desk.State) -> String? {
      var writer = JSONWriter()
      guard Desk.writeState(state, id: "1", to: &writer) else { return nil }
      return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
    #expect(written(Desk.initial) == nil)
    #expect(
      written(Desk.State(name: "Amy", lent: 2)) == #"{"reader":{"name":"Amy","lent":2},"paid":0}"#)
    #expect(Desk.schema.commandTypes == ["join", "lend", "return-books", "pay"])
    #expect(Desk.schema.refusalCodes == ["invalid", "not-joined", "nothing-lent"])
  }

  @Test func `a tool finds all commands with their members`() {
    let all = Desk.commands.map { row in
      row.type + " "
        + row.members.map { "\($0.name):\($0.kind)\($0.isRequired ? "" : "?")" }.joined(
          separator: " ")
        + " > " + row.events.joined()
    }
    #expect(
      all == [
        "join email:text? name:text > joined",
        "lend books:objects keywords:texts? urgent:boolean > lent",
        "return-books isbn:text > returned", "pay amount:integer > paid",
      ])
    #expect(Desk.commands[1].members[0].members.map(\.name) == ["isbn", "days"])
    #expect(Desk.commands[1].members[1].limit == 0...3)
  }

  private func importing(_ text: String) throws -> Desk.Command {
    let storage = ByteStorage.copy(of: text)
    var json = JSONReader(storage, in: 0..<storage.count, profile: .anyOrder)
    return try Desk.readImport(&json).command
  }
}
