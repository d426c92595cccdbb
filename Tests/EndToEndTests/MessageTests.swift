import Foundation
import JSONLines
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names in messages: the key that is missing, the word that isn't known, the column, the file that is damaged.
@Suite struct MessageTests {
  let workspace: Workspace

  /// A payment, and a refusal with a field that is wrong.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init")
    let lines = [
      Commands.create(customer: "zoë"), Commands.pay(1000), Commands.pay(0),
    ].enumerated().map { Commands.line($0, "1001", $1) }
    try workspace.expect(.negative, "import", "-", input: lines.joined())
  }

  /// A change of a line of a single file, the place that is blamed, and what is said.
  static let lines: [(line: Int, old: String, new: String, place: String, message: String)] = [
    (1, #""actor":"amy","#, "", "1", "The entry has no 'actor'."),
    (1, #""rev":1,"#, "", "1", "The entry has no 'rev'."),
    (1, #""line":1,"#, "", "1", "The entry has no 'line'."),
    (2, #""events":"#, #""event":"#, "1", "The entry has no 'events' or 'rejected'."),
    (1, #""salt":"#, #""pepper":"#, #"{"pepper""#, "There is no 'salt' here."),
    (
      2, #""command":{"type":"pay-order","#, #""command":{"#, #"{"amount":1000}"#,
      "There is no 'type' here."
    ),
    (
      2, #"{"type":"payment-received","#, "{", #"{"amount":1000}]"#, "There is no 'type' here."
    ),
    (
      2, #"{"type":"payment-received","amount":1000}"#, #"{"type":"payment-received"}"#,
      #"{"type":"payment-received"}"#, "There is no 'amount' here."
    ),
    (1, #","total":2500}"#, "}", #"{"type":"order-created""#, "There is no 'total' here."),
    (3, #"{"code":"invalid","#, "{", #"{"fields""#, "There is no 'code' here."),
    (3, #"{"field":"amount","#, "{", #"{"code":"out"#, "There is no 'field' here."),
    (
      3, #""code":"invalid""#, #""code":"order-on-hold""#, #""order-on-hold""#,
      "The entry was written by a newer version: 'order-on-hold' is unknown to this one."
    ),
    (
      2, "payment-received", "payment-lost", #""payment-lost""#,
      "The entry was written by a newer version: 'payment-lost' is unknown to this one."
    ),
    (
      2, #""actor":"amy","#, #""actor":"amy","shelf":7,"#, #""shelf""#,
      "The entry was written by a newer version: 'shelf' is unknown to this one."
    ),
    (
      2, #""actor":"amy","#, #""actor":"amy","Amy Apple":7,"#, #""Amy Apple""#,
      "The entry was written by a newer version."
    ),
  ]

  @Test(arguments: lines.indices) func `what is missing or unknown is named, with its column`(
    _ index: Int
  ) throws {
    let row = Self.lines[index]
    var lines = try workspace.lines().map {
      $0.replacing(/,"(crc|batch)":("\w+"|\d+)/, with: "")
    }
    lines[row.line - 1] = lines[row.line - 1].replacing(row.old, with: row.new, maxReplacements: 1)
    let text = lines.map { $0 + "\n" }.joined()
    try workspace.write(text, to: "log.jsonl")
    let before = lines[row.line - 1].range(of: row.place).map { range in
      lines[row.line - 1][..<range.lowerBound]
    }
    let column = row.place == "1" ? 1 : 1 + (try #require(before)).unicodeScalars.count
    let said = try workspace.expect(.badData, "list", "--store", "log.jsonl").errors
    #expect(
      said.hasPrefix("cleanstore: log.jsonl:\(row.line):\(column): \(row.message)\n"), "\(said)")
    let json = try workspace.expect(.badData, "list", "--store", "log.jsonl", "--json")
      .errorObject()
    let offset =
      lines.prefix(row.line - 1).reduce(0) { $0 + $1.utf8.count + 1 }
      + (row.place == "1" ? 0 : before?.utf8.count ?? 0)
    #expect(json["location"]?["byte"]?.integer == Int64(offset))
  }

  /// Every object of a value, by the keys and places that lead there, with its keys.
  private static func objects(in value: Any, _ path: [Any] = []) -> [(path: [Any], key: String)] {
    if let object = value as? [String: Any] {
      return object.keys.map { (path, $0) }
        + object.flatMap { key, member in objects(in: member, path + [key]) }
    }
    let elements = (value as? [Any] ?? []).enumerated()
    return elements.flatMap { place, element in objects(in: element, path + [place]) }
  }

  private static func removing(_ key: String, at path: ArraySlice<Any>, from value: Any) -> Any {
    if var object = value as? [String: Any] {
      if let next = path.first as? String, let member = object[next] {
        object[next] = removing(key, at: path.dropFirst(), from: member)
      } else {
        object[key] = nil
      }
      return object
    }
    guard var array = value as? [Any], let place = path.first as? Int else { return value }
    array[place] = removing(key, at: path.dropFirst(), from: array[place])
    return array
  }

  /// The keys that errors name are those that decoding requires: this holds both together.
  @Test func `whatever key is missing, no other one is named`() throws {
    var named: Set<String> = []
    for line in try workspace.lines() {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      for (path, key) in Self.objects(in: value) where key != "crc" {
        let whole = Self.removing("batch", at: [], from: Self.removing("crc", at: [], from: value))
        let lacking = Self.removing(key, at: path[...], from: whole)
        let bytes = [UInt8](
          try JSONSerialization.data(withJSONObject: lacking, options: .withoutEscapingSlashes))
        try workspace.write(bytes + [0x0A], to: "lacking.jsonl")
        let said = try workspace.run("list", "--store", "lacking.jsonl").errors
        let isNamed = said.contains("'\(key)'")
        #expect(
          isNamed || !said.contains(/There is no '|The entry has no '/), "\(path) \(key): \(said)")
        if isNamed { named.insert((path.map { "\($0)" } + [key]).joined(separator: ".")) }
      }
    }
    #expect(
      named.isSuperset(of: [
        "seq", "at", "stream", "rev", "actor", "command", "events", "rejected", "command.type",
        "events.0.type", "personal.salt", "rejected.code", "rejected.fields.0.field",
        "rejected.fields.0.code",
      ]), "\(named.sorted())")
  }

  @Test func `a single file in another encoding is named, too`() throws {
    for text in ["\u{FEFF}{}\n", "{\0}\0\n\0"] {
      try workspace.write(text, to: "log.jsonl")
      let said = try workspace.expect(.badData, "list", "--store", "log.jsonl").errors
      #expect(
        said.contains("save it as UTF-8") || said.contains("save the file as UTF-8"), "\(said)")
    }
  }

  @Test func `a CloudEvent's missing key is named`() throws {
    let event = try workspace.expect(.done, "export", "cloudevents").output.prefix { $0 != "\n" }
    let lacking = event.replacing(/"id":"1",/, with: "").replacing("\"source\"", with: "\"sauce\"")
    let said = try workspace.expect(
      .badData, "import", "--format", "cloudevents", "-", input: lacking + "\n"
    ).errors
    #expect(said.contains("The CloudEvent has no 'id' and no 'source'."), "\(said)")
  }

  /// The edit, the command that has it, and how it is shown.
  static let values: [(edit: [String], command: [String], shown: String)] = [
    (["--customer", "amy "], ["log", "-p", "-1"], "zoë → 'amy '"),
    (["--first-name", "A\u{200B}my"], ["diff", "3", "end"], #"→ 'A\u{200b}my'"#),
    (["--last-name", "Apple\u{A0}"], ["blame", "1001"], #"contact.lastName    'Apple\u{a0}'"#),
    (["--customer", " bob"], ["show", "1001"], "customer  ' bob'"),
    (["--customer", "bob "], ["list"], "'bob '"),
    (["--customer", "bob\u{3000}b"], ["watch", "customer", "1001"], #"'bob\u{3000}b'"#),
    (["--customer", "a b"], ["list"], "  a b  "),
  ]

  @Test(arguments: values.indices) func `a value that looks like another one is in quotes`(
    _ index: Int
  ) throws {
    let row = Self.values[index]
    try workspace.expect(.done, args: ["edit", "1001"] + row.edit)
    let output = try workspace.run(row.command).output
    #expect(output.contains(row.shown), "\(output)")
  }

  @Test func `an id that isn't there is in quotes if it has a blank`() throws {
    let said = try workspace.expect(.notFound, "show", "1001 ").errors
    #expect(said.hasPrefix("cleanstore: There is no order '1001 '.\n"))
  }

  @Test func `an id of any length is refused at once`() throws {
    for length in [66, 1000, 100_000] {
      let id = String(repeating: "a", count: length)
      let start = ContinuousClock.now
      try workspace.expect(.notFound, "show", id)
      try workspace.expect(.notFound, "blame", id)
      #expect(ContinuousClock.now - start < .seconds(10), "\(length)")
    }
  }
}

// Files that go or are damaged while they are used.
extension MessageTests {
  /// Follows the log, and returns once its three entries are shown.
  private func followed() throws -> RunningProcess {
    try workspace.write("", to: "followed")
    let follower = try workspace.start(["log", "--follow"], outputPath: workspace.file("followed"))
    while ((try? workspace.text("followed")) ?? "").split(separator: "\n").count < 4,
      !follower.hasEnded
    { usleep(1000) }
    return follower
  }

  @Test(arguments: ["another", "older", "nothing"])
  func `a store that is replaced while it is followed is called so`(_ other: String) throws {
    try workspace.copy("store", to: "older")
    try workspace.expect(.done, "--store", "another", "init")
    try workspace.expect(
      .done, "--store", "another", "import", "-",
      input: (0..<9).map { Commands.line($0, "\($0)", Commands.create()) }.joined())
    let follower = try followed()
    let manager = FileManager.default
    try manager.moveItem(atPath: workspace.file("store"), toPath: workspace.file("away"))
    if other != "nothing" {
      try manager.moveItem(atPath: workspace.file(other), toPath: workspace.file("store"))
    }
    let ended = try follower.finish()
    #expect(ended.code == ExitStatus.tryAgain.rawValue, "\(ended)")
    #expect(ended.errors.contains("The store was replaced or removed while it was followed."))
    #expect(try workspace.text("followed").split(separator: "\n").count == 4)
  }

  @Test func `an archived segment that is damaged is named where it is`() throws {
    let lines = (4..<40).map { Commands.line($0, "\($0)", Commands.create()) }
    try workspace.expect(
      .done, "import", "-", "--segment-size", "3000", "--durability", "sync",
      input: lines.joined())
    try workspace.expect(.done, "archive", "--before", "30", "--to", "archive")
    let manager = FileManager.default
    try manager.moveItem(atPath: workspace.file("archive"), toPath: workspace.file("moved"))
    let segments = workspace.segments(of: "moved")
    let damaged = try #require(segments.dropFirst().first)
    let bytes = try workspace.bytes(damaged)
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: workspace.file(damaged))
    for change in [bytes.dropLast(9), bytes.prefix(200) + [0x58] + bytes.dropFirst(201)] {
      try workspace.write(Array(change), to: damaged)
      let said = try workspace.expect(.badData, "restore", "--from", "moved").errors
      #expect(
        said.hasPrefix("cleanstore: \(damaged):1: This segment isn't as it was"), "\(said)")
    }
    try manager.removeItem(atPath: workspace.file(damaged))
    let gone = try workspace.expect(.notFound, "restore", "--from", "moved").errors
    #expect(gone.contains("isn't in moved/log or "), "\(gone)")
  }

  /// Command lines that can't be done, and their messages.
  static let dead: [(command: String, code: Int32, says: String)] = [
    ("backup b --store -", 64, "A store can't be standard input."),
    ("cache --store -", 64, "A store can't be standard input."),
    ("archive --before 2 --to a --store -", 64, "A store can't be standard input."),
    ("restore --store -", 64, "A store can't be standard input."),
    ("recover --store -", 64, "A store can't be standard input."),
    ("erase 1001 --reason r --yes --store -", 64, "A store can't be standard input."),
    ("verify --origin example.com/x", 64, "There is no checkpoint to verify."),
    ("verify --checkpoint friday --tiles no", 66, "There is no folder no."),
    ("verify --checkpoint friday --tiles friday", 66, "There is no folder friday."),
    ("prove @1 --checkpoint friday", 64, "can't be a part of a proof"),
    ("pay 9999 5 --expect 1", 75, "There is no such order"),
    ("pay 1001 5 --expect 7", 75, "try again with revision 2"),
    ("find id==1001", 64, "pass it to the command as an operand"),
  ]

  @Test(arguments: dead.indices) func `a mistake is called by its name`(_ index: Int) throws {
    let row = Self.dead[index]
    try workspace.expect(.done, "checkpoint", "--origin", "example.com/x", "--output", "friday")
    // A file that ssh-keygen leaves beside the signed one.
    try workspace.write("-----BEGIN SSH SIGNATURE-----\n", to: "friday.sig")
    let said = try workspace.run(row.command.split(separator: " ").map(String.init))
    #expect(said.code == row.code && said.errors.contains(row.says), "\(row.command): \(said)")
  }
}
