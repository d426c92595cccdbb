// One line, read: what it must have, what it may have, and how it is told what is wrong.

import EventSourcing
import JSONLines
import Testing

@Suite struct EntryDecoderTests {
  static let required = ["seq", "at", "stream", "rev", "actor", "command"]

  /// The text after a salt that is too short must not pass for its end.
  @Test(
    arguments: [
      "", "x", "0123456789abcdef", #"a\nb\"c"#, String(repeating: "0", count: 33),
      String(repeating: "A", count: 32), #"\u0030"# + String(repeating: "0", count: 31),
    ])
  func `a personal block isn't read without a salt of 32 hex digits`(_ salt: String) throws {
    let owner = "Amy, Bob, " + (0..<12).map { "C\($0)" }.joined(separator: ",")
    var entry = HandmadeEntry.opening(seq: 1)
    entry["stream"] = #""account/1""#
    entry["command"] = #"{"type":"open"}"#
    entry["events"] = #"[{"type":"opened"}]"#
    entry.members.append(("personal", #"{"salt":"\#(salt)","owner":"\#(owner)"}"#))
    var projection = StateProjection<Account<FirstEdition>>(checksRevisions: true)
    let error = #expect(throws: LogError.self) {
      try HandmadeSource([entry]).project(into: &projection)
    }
    #expect(error?.code == .corrupt)
  }

  @Test(arguments: [#""id":1"#, #""expect":"1""#, #""reason":true"#, #""id":null"#])
  func `a command's own part of the envelope has its types`(_ member: String) throws {
    var entry = HandmadeEntry.opening(seq: 1)
    entry["stream"] = #""account/1""#
    entry["command"] = #"{"type":"open",\#(member)}"#
    entry["events"] = #"[{"type":"opened"}]"#
    var projection = StateProjection<Account<FirstEdition>>(
      checksRevisions: true, readsValues: true)
    let error = #expect(throws: LogError.self) {
      try HandmadeSource([entry]).project(into: &projection)
    }
    #expect(error?.code == .corrupt)
  }

  @Test(arguments: [LineForm.store, .history])
  func `a line with everything is read`(_ form: LineForm) throws {
    let entry = try decode(HandmadeEntry.full.line, form)
    #expect(entry.seq == 7)
    #expect(entry.at.description == "2026-11-20T09:00:00.000000Z")
    #expect(entry.storage.string(entry.stream) == "order/1001")
    #expect(entry.rev == 3)
    #expect(entry.storage.string(entry.actor) == "amy")
    #expect(entry.format == 1)
    #expect(entry.storage.string(entry.store) == "0123456789abcdef0123456789abcdef")
    #expect(entry.storage.string(entry.rulesVersion) == "1")
    #expect(entry.batch == 2)
    #expect(entry.storage.string(entry.source) == "olist")
    #expect(entry.sourceLine == 12)
    #expect(entry.storage.string(entry.recordedBy) == "till")
    #expect(String(decoding: entry[entry.meta], as: UTF8.self) == HandmadeEntry.full["meta"])
    #expect(String(decoding: entry[entry.command], as: UTF8.self) == HandmadeEntry.full["command"])
    #expect(String(decoding: entry[entry.events], as: UTF8.self) == HandmadeEntry.full["events"])
    #expect(
      String(decoding: entry[entry.personal], as: UTF8.self) == HandmadeEntry.full["personal"])
    #expect(entry.isAccepted && !entry.isErased && entry.rejected.isEmpty)
    #expect(String(decoding: entry.bytes, as: UTF8.self) == HandmadeEntry.full.line)
    let head = try entry.commandHead()
    #expect(entry.storage.string(head.type) == "pay-order")
    #expect(entry.context(head).commandID == "c-7")
  }

  @Test func `a refused command has its refusal in place of events`() throws {
    var entry = HandmadeEntry.plain(seq: 1)
    entry["events"] = nil
    entry.members.append(("rejected", #"{"code":"order-not-found"}"#))
    let read = try decode(entry.line, .store)
    #expect(!read.isAccepted && read.events.isEmpty)
  }

  /// Lines of the usual shapes, and such that begin like one of them.
  static let shapes: [HandmadeEntry] = {
    var personal = HandmadeEntry.plain(seq: 1)
    personal["personal"] = HandmadeEntry.full["personal"]
    var erased = HandmadeEntry.refused(seq: 2)
    erased.members.append(("personal", "\"sha256:" + String(repeating: "0a", count: 32) + "\""))
    var imported = HandmadeEntry.plain(seq: 3)
    imported.members.insert(("source", #""olist""#), at: 5)
    imported.members.insert(("line", "12"), at: 6)
    var batch = HandmadeEntry.plain(seq: 4)
    batch.members.insert(("batch", "3"), at: 5)
    var meta = imported
    meta.members.insert(("meta", #"{"a":"b"}"#), at: 7)
    var proxied = HandmadeEntry.plain(seq: 4)
    proxied.members.insert(("recordedBy", #""till""#), at: 5)
    var all = imported
    all.members.insert(("recordedBy", #""till""#), at: 7)
    return [
      .plain(seq: 5), .refused(seq: 6), personal, erased, imported, batch, meta, proxied, all,
      .full,
    ]
  }()

  @Test(arguments: shapes)
  func `a store's line is read as a history's is, whatever its shape`(_ shape: HandmadeEntry)
    throws
  {
    let (one, other) = (try decode(shape.line, .store), try decode(shape.line, .history))
    #expect(one.seq == other.seq && one.at == other.at && one.rev == other.rev)
    #expect(one.stream == other.stream && one.actor == other.actor && one.line == other.line)
    #expect(
      one.format == other.format && one.store == other.store
        && one.rulesVersion == other.rulesVersion)
    #expect(one.batch == other.batch && one.source == other.source)
    #expect(one.sourceLine == other.sourceLine && one.meta == other.meta)
    #expect(one.recordedBy == other.recordedBy)
    #expect(one.command == other.command && one.events == other.events)
    #expect(one.rejected == other.rejected && one.personal == other.personal)
    #expect(one.crc == other.crc && one.isErased == other.isErased)
    #expect(String(decoding: one.bytes, as: UTF8.self) == shape.line)
  }

  @Test(arguments: required, [HandmadeEntry.full, .plain(seq: 7)])
  func `what every entry has must be there`(_ key: String, _ whole: HandmadeEntry) {
    var entry = whole
    entry[key] = nil
    #expect(error(entry.line, .store) == .missingKey)
    #expect(error(entry.unsealed, .history) == .missingKey)
  }

  @Test func `there are events or a refusal, not both and not neither`() {
    var entry = HandmadeEntry.plain(seq: 1)
    entry.members.append(("rejected", #"{"code":"order-not-found"}"#))
    #expect(error(entry.line, .store) == .invalidValue)
    #expect(error(entry.unsealed, .history) == .invalidValue)
    entry["events"] = nil
    #expect(error(entry.line, .store) == nil)
    entry["rejected"] = nil
    #expect(error(entry.line, .store) == .missingKey)
  }

  @Test(arguments: HandmadeEntry.full.members.map(\.key))
  func `no key may come twice`(_ key: String) throws {
    var entry = HandmadeEntry.full
    let index = try #require(entry.members.firstIndex { $0.key == key })
    entry.members.insert(entry.members[index], at: index + 1)
    #expect(error(entry.line, .store) == .duplicateKey)
    #expect(error(entry.unsealed, .history) == .duplicateKey)
    entry.members.append(entry.members.remove(at: index))
    #expect(error(entry.unsealed, .history) == .duplicateKey)
  }

  @Test(arguments: 1..<HandmadeEntry.full.members.count)
  func `a store's keys are in their order, a history's in any`(_ index: Int) {
    var entry = HandmadeEntry.full
    entry.members.swapAt(index - 1, index)
    #expect(error(entry.line, .store) == .keyOutOfOrder)
    #expect(error(entry.line, .history) == nil)
  }

  @Test(arguments: 0...HandmadeEntry.full.members.count)
  func `an unknown key is from a newer version, wherever it is`(_ index: Int) {
    var entry = HandmadeEntry.full
    entry.members.insert(("hash", #""abc""#), at: index)
    #expect(error(entry.line, .store) == .unsupported)
    #expect(error(entry.unsealed, .history) == .unsupported)
  }

  @Test func `a key that was misspelt in a history isn't from a newer version`() {
    var entry = HandmadeEntry.plain(seq: 1)
    entry.members = entry.members.map { ($0.key == "actor" ? "acter" : $0.key, $0.json) }
    #expect(error(entry.unsealed, .history) == .missingKey)
    #expect(error(entry.line, .store) == .unsupported)
  }

  /// Values of the wrong type for a key: of all kinds of values those that it must not have.
  static let wrongTypes = HandmadeEntry.full.members.flatMap { member in
    [#""x""#, "5", "null", "true", "[]", "{}"].compactMap { json -> (String, String)? in
      let allowed: Character? =
        member.key == "personal" ? "\"" : member.json.first.map { $0.isNumber ? "5" : $0 }
      return json.first == allowed || json.first == member.json.first ? nil : (member.key, json)
    }
  }

  @Test(arguments: wrongTypes)
  func `each value is of its own type`(_ key: String, _ json: String) {
    for var entry in [HandmadeEntry.full, .plain(seq: 7)] where entry[key] != nil {
      entry[key] = json
      #expect(error(entry.line, .store) == .wrongType)
      #expect(error(entry.unsealed, .history) == .wrongType)
    }
  }

  @Test(arguments: ["5", #""x""#, "[]", "null"])
  func `a refusal is an object`(_ json: String) {
    var entry = HandmadeEntry.plain(seq: 1)
    entry["events"] = nil
    entry.members.append(("rejected", json))
    #expect(error(entry.line, .store) == .wrongType)
    #expect(error(entry.unsealed, .history) == .wrongType)
  }

  @Test(arguments: [
    ("seq", "0", JSONError.Code.invalidValue), ("seq", "-1", .invalidValue),
    ("seq", "1.5", .notAnInteger), ("seq", "1e3", .notAnInteger), ("seq", "01", .invalidNumber),
    ("seq", "9007199254740992", .integerOutOfRange), ("rev", "-1", .invalidValue),
    ("batch", "1", .invalidValue), ("batch", "4097", .invalidValue), ("line", "0", .invalidValue),
    ("format", "0", .invalidValue), ("format", "2", .unsupported),
    ("stream", #""order/\"1""#, .invalidValue), ("stream", #""""#, .invalidValue),
    ("stream", #""order/..""#, .invalidValue), ("stream", #""order/a b""#, .invalidValue),
    ("stream", #""order/""#, .invalidValue), ("stream", #""/1""#, .invalidValue),
    ("stream", #""order/1/2""#, .invalidValue), ("stream", #""or der""#, .invalidValue),
    ("store", #""0123456789ABCDEF0123456789abcdef""#, .invalidValue),
    ("store", #""0""#, .invalidValue),
    ("at", #""2026-11-20T09:00:00Z""#, .invalidValue),
    ("at", #""2026-02-30T09:00:00.000000Z""#, .invalidValue),
    ("meta", #"{"a":1}"#, .wrongType), ("meta", #"{"a":"1","a":"2"}"#, .duplicateKey),
    ("events", "[]", .invalidValue), ("actor", "\"\u{1}\"", .controlCharacter),
    ("actor", #""\ud800""#, .loneSurrogate), ("actor", #""\x""#, .invalidEscape),
    ("personal", #""sha256:""#, .invalidValue), ("personal", "{}", .missingKey),
    ("personal", #"{"contact":{}}"#, .missingKey),
    ("personal", "{\"salt\":\"" + String(repeating: "0", count: 32) + "\"}", .invalidValue),
    ("personal", "\"sha256:" + String(repeating: "A", count: 64) + "\"", .invalidValue),
    ("personal", "\"sha256:" + String(repeating: "a", count: 63) + "\"", .invalidValue),
    ("personal", "\"md5:567" + String(repeating: "a", count: 64) + "\"", .invalidValue),
  ])
  func `an impossible value is reported`(_ key: String, _ json: String, _ code: JSONError.Code)
    throws
  {
    for var entry in [HandmadeEntry.full, .plain(seq: 7)] where entry[key] != nil {
      entry[key] = json
      for (line, form) in [(entry.line, LineForm.store), (entry.unsealed, .history)] {
        let error = #expect(throws: JSONError.self) { try decodeLine(line, form) }
        #expect(error?.code == code)
        guard code == .invalidValue || code == .unsupported else { continue }
        let start = try #require(line.firstRange(of: "\"\(key)\":\(json)"))
        let value = line.utf8.distance(from: line.startIndex, to: start.lowerBound) + key.count + 3
        #expect(error?.offset == value, "as a whole, it is wrong from its first byte on")
      }
    }
  }

  @Test(arguments: ["source", "line"])
  func `an import has a name and a line`(_ key: String) {
    var entry = HandmadeEntry.full
    entry[key] = nil
    #expect(error(entry.line, .store) == .missingKey)
    #expect(error(entry.unsealed, .history) == .missingKey)
  }

  @Test func `a store's salt comes first`() {
    var entry = HandmadeEntry.full
    entry["personal"] = #"{"contact":{},"salt":"0123456789abcdef0123456789abcdef"}"#
    #expect(error(entry.line, .store) == .keyOutOfOrder)
    #expect(error(entry.unsealed, .history) == nil)
  }

  @Test(arguments: [#"{"id":"c-7"}"#, #"{"type":5}"#, #"{"type":"a","type":"b"}"#, "{}"])
  func `a command has one type`(_ json: String) {
    var entry = HandmadeEntry.full
    entry["command"] = json
    #expect(throws: JSONError.self) { try decode(entry.line, .history).commandHead() }
  }

  @Test func `personal data that was erased leaves its hash`() throws {
    var entry = HandmadeEntry.full
    entry["personal"] = "\"sha256:" + String(repeating: "0a", count: 32) + "\""
    #expect(try decode(entry.line, .store).isErased)
    #expect(try decode(entry.unsealed, .history).isErased)
  }

  private func decode(_ line: String, _ form: LineForm) throws(JSONError) -> Entry {
    try decodeLine(line, form)
  }

  private func error(_ line: String, _ form: LineForm) -> JSONError.Code? {
    do throws(JSONError) {
      _ = try decodeLine(line, form)
      return nil
    } catch {
      return error.code
    }
  }
}

/// Reads one line, given without its LF, as an envelope.
func decodeLine(_ line: String, _ form: LineForm) throws(JSONError) -> Entry {
  let storage = ByteStorage.copy(of: line + "\n")
  var reader = JSONReader(
    storage, in: 0..<storage.count, profile: form == .store ? .canonical : .anyOrder)
  var decoder = EntryDecoder(form: form)
  return try decoder.decode(&reader)
}
