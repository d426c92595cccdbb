import EventSourcing
import HistoryScenes
import HistoryTool
import Testing

/// A club: limits, rules and events that depend on personal data, of a command and of a state.
enum Club: DescribedDecider, HistoryDomain {
  enum CommandType: String, CaseIterable {
    case join, rename, mail, book
    case erase = "erase-personal"
  }
  enum EventType: String, CaseIterable {
    case joined, renamed, mailed, booked
    case erased = "personal-erased"
  }
  struct State: Equatable, Sendable {
    var isMember = false
    var name: String?
    var email: String?
    var seats = 0
  }

  static let (category, initial) = ("club", State())
  static let name = Member<String>("name", 1...20).personal
  static let email = Member<String?>("email").personal
  static let guests = Member<[String]?>("guests", 0...2).personal
  static let seats = Member<Int>("seats", 1...8)
  static let description = Description<Club>(
    .command(.join, name, email, to: .joined), .command(.rename, name, to: .renamed),
    .command(.mail, to: .mailed), .command(.book, seats, guests, to: .booked),
    .command(.erase, to: .erased))
  static let rules: [Rule] = [
    Rule("joined-before", "It is new.", on: [.join]) { _, club, _ in !club.isMember },
    Rule("not-joined", "It has joined.", on: [.rename, .mail, .book, .erase]) { _, club, _ in
      club.isMember
    },
    Rule("not-a-name", "A name has no digits.", on: [.join, .rename]) { command, _, _ in
      !(command[name] ?? "").contains { $0.isNumber }
    },
    Rule("no-address", "There is an address.", on: [.mail], reading: ["contact.email"]) {
      _, club, _ in club.email != nil
    },
    Rule("full", "There are 9 seats.", on: [.book], reading: ["seats"]) { command, club, _ in
      club.seats + command[seats] <= 9
    },
  ]
  static func events(
    of command: Command, on club: State, in context: EntryContext, by version: Int
  ) -> [Event] {
    switch command.type {
    case .rename where command[name] == club.name: []
    case .rename: [Event(.renamed, name(command[name]))]
    default: command.events
    }
  }
  static func evolve(_ club: inout State, with event: Event, in context: EntryContext) {
    switch event.type {
    case .joined: club = State(isMember: true, name: event[name], email: event[email])
    case .renamed: club.name = event[name]
    case .mailed: break
    case .booked: club.seats += event[seats]
    case .erased: (club.name, club.email) = (nil, nil)
    }
  }
  static let schema = FieldSchema(
    of: Club.self,
    [
      .text("name") { $0.name }, .text("contact.email") { $0.email },
      .integer("seats") { $0.seats },
    ], where: { $0.isMember })
  static var words: DomainWords {
    DomainWords("guest", example: "amy", exampleCommand: #"{"type":"mail"}"#)
  }
}

/// A described domain's rules where personal data was erased, and what is taken as recorded.
@Suite struct ErasedDescribedTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    let long = String(repeating: "x", count: 21)
    try record(
      Club.self,
      [
        "amy join --name ''", "amy join --name R2D2", "amy join --name Amy --email a@b.c",
        "amy join --name Amy", "amy mail", "amy rename --name \(long)", "amy rename --name Zoe",
        "amy book --seats 8", "amy book --seats 9 --guests Al --guests Bo --guests Cy",
        "amy book --seats 2", "bob join --name Bob", "bob mail", "amy mail",
      ])
    for guest in ["amy", "bob"] {
      #expect(try run("erase", guest, "--reason", "asked", "--yes").code == 0)
    }
    for command in ["amy mail", "amy rename --name Ann"] { try record(Club.self, [command]) }
  }

  private static func tool<D: HistoryDomain>(of domain: D.Type) -> (String, DomainTool) {
    (domain.category, DomainTool(domain.category, version: "1", of: HistoryDomains(domain)))
  }

  private func run(_ arguments: String..., of domain: any HistoryDomain.Type = Club.self) throws
    -> Finished
  {
    try run(arguments, of: domain)
  }

  private func run(_ arguments: [String], of domain: any HistoryDomain.Type) throws -> Finished {
    let (name, tool) = Self.tool(of: domain)
    let store = arguments.contains("--store") ? [] : ["--store", name]
    return try Tool.run(
      arguments + store, in: workspace.path, of: (name, tool.description))
  }

  private func record(_ domain: any HistoryDomain.Type, _ commands: [String]) throws {
    _ = try run(["init"], of: domain)
    for command in commands {
      let words = command.split(separator: " ").map { $0 == "''" ? "" : String($0) }
      let finished = try run(["do"] + words, of: domain)
      #expect((finished.code ?? 2) < 2, "\(finished)")
    }
  }

  /// The log as a file, changed.
  private func file(_ change: (String) -> String) throws -> String {
    let lines = try workspace.segments(of: "club").map(workspace.text).joined()
    try workspace.write(
      change(lines.replacing(/,"crc":"[0-9a-f]+"/, with: "")), to: "log.jsonl")
    return "log.jsonl"
  }

  @Test func `the record's judgement of what was erased is taken`() throws {
    let replay = try run("replay")
    #expect(replay.code == 0 && replay.output.contains("Identical"), "\(replay)")
    let outcomes = try run("log").output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /refused: (.*)/).map { String($0.1) }
    }
    #expect(
      outcomes == [
        "invalid (name blank)", "not-a-name", "joined-before", "invalid (name too-long)",
        "invalid (seats out-of-range, guests too-many)", "full", "no-address", "no-address",
      ])
    for (entry, verdicts) in [
      (1, ["BROKEN invalid"]), (2, ["erased invalid", "BROKEN not-a-name"]),
      (3, ["erased invalid", "erased not-a-name"]),
      (4, ["erased invalid", "BROKEN joined-before"]),
      (5, ["held not-joined", "erased no-address"]), (9, ["BROKEN invalid"]),
      (12, ["BROKEN no-address"]), (10, ["held invalid", "BROKEN full"]),
    ] {
      let told = try run("explain", "\(entry)").output
      let rules = told.matches(of: /(?m)^ +(held|BROKEN|erased) +([-a-z]+)/).map {
        "\($0.1) \($0.2)"
      }
      #expect(verdicts.allSatisfy(rules.contains), "\(entry) \(told)")
    }
  }

  @Test func `the bank's refused owner is taken as recorded`() throws {
    try record(
      Bank.self,
      [
        "bob open --owner ''", "bob open --owner \(String(repeating: "x", count: 81))",
        "bob open --owner Bob", "bob deposit --amount 5",
      ])
    _ = try run("erase", "bob", "--reason", "asked", "--yes", of: Bank.self)
    let replay = try run("replay", of: Bank.self)
    #expect(replay.output.contains("decided 5 commands again, each as recorded."), "\(replay)")
    let past = try run("what-if", "--skip", "4", of: Bank.self)
    #expect(past.output.contains("0 commands have a different outcome, 1 stream"), "\(past)")
  }

  @Test(
    arguments: [
      ("a limit that isn't personal", #""seats":8"#, #""seats":7"#, "@10"),
      (
        "a rule that reads nothing personal", #""rejected":{"code":"joined-before"}"#,
        #""events":[{"type":"joined"}]"#, "@4"
      ),
      (
        "an event's own member", #""events":[{"type":"booked","seats":8}]"#,
        #""events":[{"type":"booked","seats":5}]"#, "@8"
      ),
      (
        "a member that isn't personal", #"{"field":"seats","code":"out-of-range"},"#, "", "@9"
      ),
    ])
  func `what doesn't depend on it still diverges`(
    _ what: String, _ old: String, _ new: String, _ place: String
  ) throws {
    let log = try file { $0.replacing(old, with: new) }
    let replay = try run("replay", "--store", log)
    #expect(replay.code == 1 && replay.output.contains(place), "\(what) \(replay)")
  }

  @Test func `another past takes what it can, and says what is not known`() throws {
    let booking = try run("what-if", "--skip", "8")
    #expect(booking.output.contains("1 command has a different outcome"), "\(booking)")
    #expect(!booking.output.contains("not known"), "\(booking)")
    // A member who hadn't joined had no address.
    let joining = try run("what-if", "--skip", "3")
    #expect(joining.output.contains("not known: personal data is missing"), "\(joining)")
  }

  @Test func `searches and smaller histories end as without erasures`() throws {
    let small = try run(
      "minimize", "--when", #"rejected.code == "full""#, "--ever", "--output", "small.jsonl")
    #expect(small.code == 0 && small.output.contains("3 commands"), "\(small)")
    #expect(try run("replay", "--store", "small.jsonl").code == 0)
    let found = try run("bisect", "--good", "7", "--run", "! grep -q seats.:8")
    #expect(found.output.contains("8"), "\(found)")
    let log = try file { $0.replacing(#""seats":8"#, with: #""seats":7"#) }
    let smaller = try run("minimize", "--diverges", "--output", "d.jsonl", "--store", log)
    #expect(smaller.code == 0, "\(smaller)")
  }
}
