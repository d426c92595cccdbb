import Foundation
import JSONLines
import Testing

/// `export`, and `import --format cloudevents`, on the command line.
@Suite struct ExportTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  @Test(arguments: ["cloudevents", "sql", "ocel", "xes"])
  func `a document goes to standard output, or into a new file`(_ format: String) throws {
    let printed = try workspace.expect(.done, "export", format)
    #expect(printed.errors == "")
    let finished = try workspace.expect(.done, "export", format, "--output", "file")
    #expect(finished.output == "Wrote 7 entries, through @7, to file.\n")
    #expect(try workspace.text("file") == printed.output)
    let error = try workspace.expect(
      .cannotCreate, "export", format, "--output", "file", "--json"
    ).errorObject()
    #expect(error["code"]?.string == "cannot-create")
    #expect(try workspace.text("file") == printed.output)
  }

  @Test func `tables go into a new folder, or into one that has none of them`() throws {
    let names = ["entries.csv", "events.csv", "items.csv", "orders.csv", "payments.csv"]
    for folder in ["new", "empty"] {
      if folder == "empty" {
        try FileManager.default.createDirectory(
          atPath: workspace.file("empty"), withIntermediateDirectories: false)
      }
      try workspace.expect(.done, "export", "csv", "--output", folder)
      #expect(workspace.names(in: folder) == names)
    }
    let orders = try workspace.bytes("new/orders.csv")
    try workspace.expect(.cannotCreate, "export", "csv", "--output", "new")
    #expect(try workspace.bytes("new/orders.csv") == orders)
    try workspace.expect(.usage, "export", "csv", "--output", "store/tables")
  }

  private static let leaf = String(repeating: "0a", count: 32)

  @Test(arguments: [
    ("0:" + leaf, "'0' isn't the number of an entry"), ("-1:" + leaf, "'-1' isn't the number"),
    ("99999999999999999999:" + leaf, "'99999999999999999999' isn't the number"),
    ("3:0a", "'0a' isn't the hash of a leaf"), ("0:0a", "'0' isn't the number"),
  ])
  func `a cursor's wrong part is named`(_ cursor: String, _ message: String) throws {
    let finished = try workspace.expect(.usage, "export", "cloudevents", "--from=" + cursor)
    #expect(finished.errors.contains(message), "\(finished)")
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let code: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Mistake(arguments: ["csv"], code: "missing-output"),
    Mistake(arguments: ["sql", "--batch"], code: "not-a-batch"),
    Mistake(arguments: ["ocel", "--from", "3"], code: "not-resumable"),
    Mistake(arguments: ["xes", "--from", "start"], code: "not-resumable"),
    Mistake(arguments: ["sql", "--from", "5", "--at", "4"], code: "empty-range"),
    Mistake(arguments: ["sql", "--at", "8"], code: "position-beyond-end"),
    Mistake(arguments: ["sql", "--from", "0:" + leaf], code: "bad-cursor"),
    Mistake(arguments: ["cloudevents", "--from", "0:" + leaf], code: "bad-cursor"),
    Mistake(arguments: ["cloudevents", "--from=-1:" + leaf], code: "bad-cursor"),
    Mistake(
      arguments: ["cloudevents", "--from", "99999999999999999999:" + leaf], code: "bad-cursor"),
    Mistake(arguments: ["cloudevents", "--from", "3:0a"], code: "bad-cursor"),
    Mistake(arguments: ["xes", "--pseudonymize"], code: "missing-key"),
  ])
  func `what makes no sense is refused, and no file is left`(_ mistake: Mistake) throws {
    let arguments = ["export", "--json"] + mistake.arguments
    let more = mistake.code == "missing-output" ? [] : ["--output", "file"]
    let error = try workspace.expect(.usage, args: arguments + more).errorObject()
    #expect(error["code"]?.string == mistake.code)
    #expect(workspace.names(in: ".") == ["store"])
  }

  @Test func `of an archived log, only CloudEvents after the archived entries are exported`() throws
  {
    try workspace.archiveLong()
    for format in ["cloudevents", "sql", "ocel", "xes"] {
      let finished = try workspace.expect(.notFound, "--store", "long", "export", format, "--json")
      #expect(try finished.errorObject()["code"]?.string == "archived", "\(format)")
      #expect(finished.output == "", "\(format)")
    }
    let rest = try workspace.expect(
      .done, "--store", "long", "export", "cloudevents", "--from", "250")
    #expect(try rest.documents().first?["id"]?.string == "251")
  }

  @Test(arguments: ["csv", "cloudevents", "sql"], ["end", "now", "2100-01-01"])
  func `an export from the end names the last entry`(_ format: String, _ position: String) throws {
    try workspace.expect(.done, "demo", "shop")
    let finished = try workspace.expect(
      .done, "--store", "shop", "export", format, "--output", "out", "--from", position, "--json")
    let document = try finished.document()
    #expect(document["entries"]?.integer == 0)
    let last = try Int64(workspace.entries(of: "shop").count)
    #expect(document["through"]?.integer == last, "\(finished)")
  }

  // MARK: - And back again

  private func digest(of store: String) throws -> String {
    let output = try workspace.expect(
      .done, "--store", store, "replay", "--rules", "latest"
    ).output
    return try String(#require(output.firstMatch(of: /sha256 [0-9a-f]{64}/)).output)
  }

  enum Form: String, CaseIterable, Sendable {
    case lines, batch, indented
  }

  @Test(arguments: Form.allCases)
  func `what was exported comes back, with the same states and entries`(_ form: Form) throws {
    try workspace.expect(.done, "init", "shop")
    try workspace.expect(
      .negative, "--store", "shop", "import", "-",
      input: try workspace.expect(.done, "generate", "--orders", "40").output)
    let arguments = ["--store", "shop", "export", "cloudevents", "--with-personal"]
    var events = try workspace.expect(
      .done, args: arguments + (form == .lines ? [] : ["--batch"])
    ).output
    if form == .indented { events = events.replacing(",\"", with: ",\n\t \"") }
    try workspace.expect(.done, "init", "again")
    let finished = try workspace.expect(
      .done, "--store", "again", "import", "--format", "cloudevents", "-", input: events)
    #expect(finished.errors == "")
    #expect(try digest(of: "again") == digest(of: "shop"))
    let (first, second) = (try comparable("shop"), try comparable("again"))
    #expect(first == second && first.count > 150)
  }

  /// The entries without what is of the store and its imports: command, outcome, time, actor, personal data.
  private func comparable(_ store: String) throws -> [JSONValue] {
    try workspace.entries(of: store).map { entry in
      var entry = entry
      for key in ["store", "format", "engine", "batch", "source", "line", "crc"] {
        entry[key] = nil
      }
      if var personal = entry["personal"] {
        personal["salt"] = nil
        entry["personal"] = personal
      }
      return entry
    }
  }

  @Test func `the rest of an interrupted import follows with --resume`() throws {
    let events = try workspace.expect(
      .done, "export", "cloudevents", "--with-personal"
    ).output
    let lines = events.split(separator: "\n").map { $0 + "\n" }
    try workspace.expect(.done, "init", "again")
    try workspace.write(lines.prefix(4).joined() + "{\n", to: "events")
    let broken = try workspace.expect(
      .badData, "--store", "again", "import", "--format", "cloudevents", "events", "--json")
    #expect(try broken.errorObject()["location"]?["line"]?.integer == 5)
    #expect(try workspace.entries(of: "again").count == 4)
    try workspace.write(events, to: "events")
    let rest = try workspace.expect(
      .done, "--store", "again", "import", "--format", "cloudevents", "events", "--resume", "--json"
    ).document()
    #expect(rest["skipped"]?.integer == 4 && rest["accepted"]?.integer == 2)
    #expect(try digest(of: "again") == digest(of: "store"))
  }

  @Test func `without personal data, orders are left out, and that is said`() throws {
    let events = try workspace.expect(.done, "export", "cloudevents").output
    try workspace.expect(.done, "init", "again")
    let counts = try workspace.expect(
      .negative, "--store", "again", "import", "--format", "cloudevents", "-", "--json",
      input: events
    ).document()
    let missing = counts["missing"]?.array?.map { part in
      "\(part["stream"]?.string ?? "") \(part["seq"]?.integer ?? 0) \(part["entries"]?.integer ?? 0)"
    }
    #expect(missing == ["order/1001 1 4", "order/1002 2 3"])
    #expect(try workspace.entries(of: "again").isEmpty)
    let sentences = try workspace.expect(
      .negative, "--store", "again", "import", "--format", "cloudevents", "-", input: events)
    #expect(sentences.errors.contains("--with-personal"), "\(sentences)")
  }

  struct Alteration: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let old: String
    let new: String
    /// `kind field`, of the entries that have another outcome then.
    let differences: [String]
  }

  @Test(arguments: [
    Alteration(
      testDescription: "a recorded total", old: #""total":4989"#, new: #""total":4990"#,
      differences: ["1 field-differs total"]),
    Alteration(
      testDescription: "a refusal", old: #""code":"order-has-payments""#,
      new: #""code":"order-already-shipped""#, differences: ["7 rejection-differs code"]),
    Alteration(
      testDescription: "a refusal that was none",
      old: #""rejected":{"code":"order-has-payments"}"#,
      new: #""events":[{"type":"order-deleted"}]"#,
      differences: ["7 accepted-now-rejected "]),
    Alteration(
      testDescription: "an event too few", old: #",{"type":"order-paid"}"#, new: "",
      differences: ["4 event-extra "]),
  ])
  func `outcomes that differ from the recorded ones are named`(_ alteration: Alteration) throws {
    let exported = try workspace.expect(
      .done, "export", "cloudevents", "--with-personal"
    ).output
    // The next revision is another one if a refusal becomes an acceptance; entry 7 is the last one.
    var events = exported.replacing(alteration.old, with: alteration.new)
    try #require(events != exported)
    if alteration.new.hasPrefix(#""events""#) {
      events = events.replacing(
        #""stream":"order/1002","rev":2,"actor":"clerk","command":{"type":"delete"#,
        with: #""stream":"order/1002","rev":3,"actor":"clerk","command":{"type":"delete"#)
    }
    try workspace.expect(.done, "init", "again")
    let counts = try workspace.expect(
      .negative, "--store", "again", "import", "--format", "cloudevents", "-", "--json",
      input: events
    ).document()
    let differences = counts["changed"]?.array?.map { row in
      "\(row["seq"]?.integer ?? 0) \(row["kind"]?.string ?? "") \(row["field"]?.string ?? "")"
    }
    #expect(differences == alteration.differences)
    // The recorded outcomes are those of today's rules.
    #expect(try digest(of: "again") == digest(of: "store"))
  }

  @Test(arguments: [
    "{}", "[]x", "[{}]", "1", #"{"specversion":"0.3","id":"1","source":"a","type":"b","data":{}}"#,
    #"{"specversion":"1.0","id":"1","source":"a","type":"b","data":"{}"}"#,
    #"{"specversion":"1.0","id":"1","source":"a","type":"b","data_base64":"e30="}"#,
    #"{"specversion":"1.0","id":"1","source":"a","type":"b","data":{"seq":1}}"#,
    #"{"specversion":"1.0","id":"1","source":"a","type":"b","data":{},"data":{}}"#,
    #"{"at":"2025-06-02T09:00Z","actor":"amy","order":"1","command":{"type":"cancel-order"}}"#,
  ])
  func `what isn't a CloudEvent with an entry is refused`(_ text: String) throws {
    let error = try workspace.expect(
      .badData, "import", "--format", "cloudevents", "-", "--json", input: text + "\n"
    ).errorObject()
    #expect(error["code"]?.string == "malformed", "\(error)")
    #expect(try workspace.entries().count == 7)
  }

  @Test func `an empty file or array has nothing to import`() throws {
    for text in ["", "[]", "[\n]\n"] {
      try workspace.expect(.done, "import", "--format", "cloudevents", "-", input: text)
    }
    #expect(try workspace.entries().count == 7)
  }
}
