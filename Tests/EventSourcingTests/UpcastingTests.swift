// Entries of older versions: rewritten in the one decode path, so that everybody reads them alike.

import EventSourcing
import JSONLines
import Testing

/// Rules that once wrote `deposited.0` with whole euros, then `deposited.1` with `cents`, and the
/// command `open.0` with the owner in two parts.
private enum ThirdEdition: AccountEdition {
  static let version = "3"

  static let upcasters = [
    Upcaster(type: "deposited.0") { entry in
      changeEvents(of: &entry) { event in
        guard event["type"] == .string("deposited.0") else { return }
        event["type"] = .string("deposited.1")
        event["cents"] = .integer((event["euros"]?.integer ?? 0) * 100)
        event["euros"] = nil
      }
    },
    Upcaster(type: "deposited.1") { entry in
      changeEvents(of: &entry) { event in
        guard event["type"] == .string("deposited.1") else { return }
        event["type"] = .string("deposited")
        event["amount"] = event["cents"]
        event["cents"] = nil
      }
    },
    Upcaster(type: "open.0") { entry in
      entry["command"]?["type"] = .string("open")
      guard var personal = entry["personal"] else { return }
      let names = [personal["first"], personal["last"]].compactMap { $0?.string }
      personal["owner"] = .string(names.joined(separator: " "))
      entry["personal"] = personal
    },
  ]

  private static func changeEvents(
    of entry: inout JSONValue, _ change: (inout JSONValue) -> Void
  ) {
    guard var events = entry["events"]?.array else { return }
    for index in events.indices { change(&events[index]) }
    entry["events"] = .array(events)
  }
}

@Suite struct UpcastingTests {
  private static let entries: [HandmadeEntry] = {
    var open = HandmadeEntry.opening(seq: 1)
    open["stream"] = #""account/1""#
    open["command"] = #"{"type":"open.0"}"#
    open["events"] = #"[{"type":"opened"}]"#
    open.members.append(
      (
        "personal",
        #"{"salt":"00000000000000000000000000000000","first":"Amy","last":"\"Apple\""}"#
      ))
    return [
      open,
      deposit(seq: 2, #"{"type":"deposited.0","euros":5}"#),
      deposit(seq: 3, #"{"type":"deposited.1","cents":70}"#),
      deposit(seq: 4, #"{"type":"deposited","amount":7}"#),
      deposit(seq: 5, #"{"type":"deposited.0","euros":1},{"type":"deposited.1","cents":1}"#),
    ]
  }()

  private static func deposit(seq: Int, _ events: String) -> HandmadeEntry {
    var entry = HandmadeEntry.plain(seq: seq, stream: "account/1", rev: seq)
    entry["command"] = #"{"type":"deposit","id":"c-\#(seq)","amount":5}"#
    entry["events"] = "[\(events)]"
    return entry
  }

  private static let history = InMemoryHistory(
    ByteStorage.copy(of: entries.map { $0.unsealed + "\n" }.joined()), name: "old")

  @Test(arguments: [HandmadeSource(entries) as any EntrySource, history])
  func `old entries fold as if they were written today`(_ source: any EntrySource) throws {
    var projection = StateProjection<Account<ThirdEdition>>(
      checksRevisions: true, readsValues: true)
    _ = try source.project(into: &projection)
    let stream = try #require(StreamName(category: "account", id: "1"))
    let account = try #require(projection.state(of: stream))
    #expect(account.state.balance == 500 + 70 + 7 + 100 + 1)
    #expect(account.state.owner == #"Amy "Apple""#)
    #expect(account.rev == 5)
  }

  @Test func `an engine opens an old log, goes on with it, and knows its command ids`() throws {
    let bank = try Bank(MemoryStore(over: HandmadeSource(Self.entries)), ThirdEdition.self)
    #expect(try bank.state()?.state.balance == 678)
    #expect(try bank.state()?.state.owner == #"Amy "Apple""#)
    let again = try bank.execute(.deposit(5), id: "c-2")
    #expect(again.isRepeated && again.result.events == [.deposited(500)])
    #expect(try bank.execute(.withdraw(678)).seq == 6)
  }

  @Test func `reading continues after an old entry, and its line stays unchanged`() throws {
    let source = HandmadeSource(Self.entries)
    var reader = try EntryReader(source)
    var body = DomainBody<Account<ThirdEdition>>()
    var cursors: [LogCursor] = []
    while try reader.next(into: &body) != nil { cursors.append(reader.cursor) }
    var plain = try EntryReader(source)
    for (index, cursor) in cursors.enumerated() {
      let entry = try #require(try plain.next())
      #expect(plain.cursor == cursor)
      #expect(String(decoding: entry.bytes, as: UTF8.self) == Self.entries[index].line)
    }
    #expect(reader.byteCount == plain.byteCount)
  }

  @Test func `without an upcaster an old entry is an error with its place`() throws {
    let error = try #require(throws: LogError.self) {
      try Bank(MemoryStore(over: HandmadeSource(Self.entries)))
    }
    #expect(error.code == .newerVersion)
    var entries = Self.entries
    entries[0]["command"] = #"{"type":"open"}"#
    let second = try #require(throws: LogError.self) {
      var projection = StateProjection<Account<FirstEdition>>(checksRevisions: true)
      return try HandmadeSource(entries).project(into: &projection)
    }
    #expect(second.seq == 2 && second.place?.line == 2)
  }

  @Test func `an old entry that can't be brought into today's form is unreadable, with its place`()
    throws
  {
    var entries = Self.entries
    entries[1]["events"] = #"[{"type":"deposited.1","cents":"many"}]"#
    let error = try #require(throws: LogError.self) {
      try Bank(MemoryStore(over: HandmadeSource(entries)), ThirdEdition.self)
    }
    #expect(error.code == .corrupt && error.seq == 2)
    let place = Place(
      file: "log/1.jsonl", line: 2, byte: entries[0].line.utf8.count + 1, column: 1)
    #expect(error.place == place)
    #expect(error.message.contains("older form"))
  }

  @Test func `an upcaster doesn't hide that a line is damaged`() throws {
    var entries = Self.entries
    entries[1].members.append(("hash", #""abc""#))
    let error = try #require(throws: LogError.self) {
      try Bank(MemoryStore(over: HandmadeSource(entries)), ThirdEdition.self)
    }
    #expect(error.code == .newerVersion && error.seq == 2)
    let text = Self.entries.map { $0.line + "\n" }.joined().replacing(
      "\"euros\":5", with: "\"euros\":6")
    let damaged = HandmadeSource([(1, text)])
    #expect(throws: LogError.self) { try Bank(MemoryStore(over: damaged), ThirdEdition.self) }
  }
}
