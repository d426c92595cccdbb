// A store of another tool: no command reads it in its own way, or writes to it.

import Foundation
import TestKit
import Testing

@testable import CommandLineTool
@testable import HistoryTool
@testable import QuizTool

@Suite struct OtherToolTests {
  /// The demo's orders in `orders`, and a quiz in `quizzes`.
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "orders")
    try workspace.write(Files.text(Files.repository + "/Fixtures/quiz.jsonl"), to: "quiz.jsonl")
    for arguments in [["init"], ["do", "spanish", #"{"type":"load-deck","deck":"gato = cat"}"#]] {
      try expect(0, arguments, on: "quizzes", of: Self.quiz)
    }
  }

  private typealias Product = (name: String, description: ToolDescription)
  private static let quiz: Product = ("quiz", DomainTool.quiz.description)
  private static let orders: Product = ("cleanstore", .cleanstore)

  @discardableResult
  private func expect(
    _ code: Int32, _ arguments: [String], on store: String, of tool: Product,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Finished {
    let finished = try Tool.run(
      arguments + ["--store", store], in: workspace.path, of: tool)
    #expect(finished.code == code, "\(arguments): \(finished)", sourceLocation: sourceLocation)
    return finished
  }

  /// Commands with the stream's id as ID.
  static let commands = [
    "list", "show ID", "show @1", "log", "log ID", "log --rejected", "log --actor nobody",
    "log --around", "log --csv", "log --json", "log --follow", "stats", "stats --by actor",
    "blame ID", "diff start end", "explain 1", "find true", "check", "watch true",
    "replay --outcomes",
    "extract", "extract ID", "step", "what-if --skip 1", "minimize --when true",
    "bisect --run true", "audit", "audit --list clock-held", "report --output out",
    "export cloudevents", "export cloudevents --with-personal", "export csv --output out",
    "export sql", "export ocel", "export xes", "checkpoint --origin a.b/c", "cache",
    "cache rebuild", "cache verify", "backup out", "recover --yes", "complete actors",
  ]

  @Test(arguments: commands) func `a store of another tool is refused`(_ line: String) throws {
    for (tool, store, id, foreign) in [
      (Self.quiz, "orders", "1001", "order/1001"),
      (Self.orders, "quizzes", "spanish", "quiz/spanish"),
    ] {
      let words = line.split(separator: " ").map { $0 == "ID" ? id : String($0) }
      let finished = try expect(ExitStatus.badData.rawValue, words, on: store, of: tool)
      #expect(
        finished.errors.contains(
          "The log holds the stream \(foreign), which this tool doesn't know."),
        "\(line): \(finished)")
      #expect(!workspace.names(in: ".").contains("out") || line.hasPrefix("backup"), "\(line)")
    }
  }

  @Test func `nothing is recorded in it`() throws {
    let before = try workspace.bytes("orders/log/00000000000000000001.jsonl")
    let load = #"{"type":"load-deck","deck":"gato = cat"}"#
    for flags in [[], ["--dry-run"]] {
      try expect(
        ExitStatus.badData.rawValue, ["do", "spanish", load] + flags, on: "orders", of: Self.quiz)
    }
    #expect(try workspace.bytes("orders/log/00000000000000000001.jsonl") == before)
    let log = try workspace.bytes("quizzes/log/00000000000000000001.jsonl")
    for arguments in [
      ["pay", "1001", "5.00"], ["archive", "--before", "end", "--to", "out"],
      ["erase", "1001", "--reason", "r", "--yes"], ["import", "/dev/null"],
    ] {
      try expect(ExitStatus.badData.rawValue, arguments, on: "quizzes", of: Self.orders)
    }
    #expect(try workspace.bytes("quizzes/log/00000000000000000001.jsonl") == log)
  }

  @Test func `nothing is recorded in a long one, of which only the stream is read`() throws {
    let commands = try workspace.expect(.done, "generate", "--orders", "600", "--seed", "1").output
    try workspace.write(commands, to: "commands.jsonl")
    try workspace.expect(.done, "init", "long")
    _ = try workspace.run(
      "import", "commands.jsonl", "--store", "long", "--segment-size", "100000", "--durability",
      "none")
    try expect(0, ["list"], on: "long", of: Self.orders)
    let load = #"{"type":"load-deck","deck":"gato = cat"}"#
    try expect(ExitStatus.badData.rawValue, ["do", "spanish", load], on: "long", of: Self.quiz)
    try expect(0, ["verify"], on: "long", of: Self.orders)
  }

  @Test func `verify and replay say what they can't read`() throws {
    for arguments in [["verify"], ["verify", "--all"], ["replay"]] {
      let finished = try expect(ExitStatus.badData.rawValue, arguments, on: "orders", of: Self.quiz)
      #expect(finished.output.contains("The log holds the stream order/1001"), "\(finished)")
    }
  }

  @Test(arguments: [
    ["export", "cloudevents"], ["extract"], ["export", "cloudevents", "--from", "8"],
  ])
  func `an entry of another tool isn't copied, wherever it is`(_ arguments: [String]) throws {
    let order = try workspace.lines(of: "orders").first ?? ""
    let foreign = order.replacing(/,"crc":"\w+"/, with: "").replacing(
      #""seq":1"#, with: #""seq":99"#
    )
    .replacing(/"at":"[^"]+"/, with: #""at":"2100-01-01T00:00:00.000000Z""#)
    try workspace.write(
      workspace.text("quiz.jsonl") + foreign + "\n", to: "mixed.jsonl")
    let finished = try expect(
      ExitStatus.badData.rawValue, arguments, on: "mixed.jsonl", of: Self.quiz)
    #expect(finished.errors.contains("The log holds the stream order/1001"), "\(finished)")
    #expect(!finished.output.contains("order/1001"))
  }

  @Test func `an empty store is any tool's`() throws {
    try workspace.expect(.done, "init", "empty")
    for arguments in [["list"], ["log"], ["stats"], ["cache"], ["export", "cloudevents"]] {
      try expect(0, arguments, on: "empty", of: Self.quiz)
    }
  }

  @Test func `a store with only a newer version's commands is its own`() throws {
    let line = try #require(
      workspace.text("quiz.jsonl").split(separator: "\n").first
    ).replacing(/,"crc":"\w+"/, with: "").replacing("load-deck", with: "load-deck.2")
    try workspace.write(line + "\n", to: "newer.jsonl")
    let listed = try expect(ExitStatus.badData.rawValue, ["list"], on: "newer.jsonl", of: Self.quiz)
    #expect(listed.errors.contains("written by a newer version"), "\(listed)")
    try expect(0, ["log", "--actor", "nobody"], on: "newer.jsonl", of: Self.quiz)
  }
}
