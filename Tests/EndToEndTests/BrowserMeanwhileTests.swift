import Foundation
import Terminal
import Testing

@testable import CommandLineTool

/// Changes that others make to a store while the browser shows it, and stores that aren't whole.
@Suite struct BrowserMeanwhileTests: BrowserSuite {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  @Test func `what others write appears, and the past stays`() throws {
    let pay: () throws -> Void = { try workspace.expect(.done, "pay", "1002", "1.00") }
    let now = try screens([.control("l")], meanwhile: [0: pay])
    #expect(now[1].contains("8 of 8") && now[1].contains("@8 1002@3"))
    let past = try screens([.left, "$"], meanwhile: [0: pay])
    #expect(past[1].contains("7 of 9"), "\(past[1])")
    #expect(past[2].contains("9 of 9"))
  }

  @Test func `erased data isn't shown any longer`() throws {
    let texts = try screens(
      ["l", .home, .control("l")], size: .init(rows: 70, columns: 100),
      meanwhile: [2: { try workspace.expect(.done, "erase", "1001", "--reason", "gdpr", "--yes") }])
    #expect(texts[2].contains("amy@example.com") || texts[2].contains("Amy"))
    #expect(!texts[3].contains("amy@example.com") && !texts[3].contains("Amy"))
    #expect(texts[3].contains("erased"))
  }

  @Test func `where the log is damaged, what shows is still of its own moment`() throws {
    let segment = "store/log/00000000000000000001.jsonl"
    let whole = try workspace.bytes(segment)
    var damaged = whole
    damaged[whole.count / 2] ^= 1
    let texts = try screens(
      [.left, .left, .home, "g", "7", .enter],
      meanwhile: [1: { try workspace.write(damaged, to: segment) }])
    let last = try #require(texts.last)
    #expect(last.contains("in the past  2025-06-02 10:00:00"), "\(last)")
    #expect(last.contains("00000000000000000001.jsonl:"), "\(last)")
    #expect(last.contains("@5 1001@4 clerk ship-order"), "\(last)")
  }

  @Test func `an archived log begins with the first entry that it has`() throws {
    try workspace.archiveLong()
    let base = try #require(
      try workspace.text("long/base.jsonl").firstMatch(of: #/"through":(\d+)/#)
    ).output.1
    let listed = try workspace.expect(
      .done, "--store", "long", "list", "--at", String(base), "--sort", "updated", "--reverse")
    let first = try #require(
      listed.output.split(separator: "\n").dropFirst().first?.prefix { $0 != " " })
    for text in [
      try last(keys("0"), in: "long"), try last([], in: "long", from: "3"),
      try last(keys("g") + keys(String(base)) + [.enter], in: "long"),
    ] {
      #expect(text.contains("\(base) of "), "\(text)")
      #expect(text.contains("Before the first entry that isn't archived."), "\(text)")
      #expect(text.contains(first), "\(text)")
    }
    let text = try last([.right], in: "long", from: "start")
    #expect(text.contains("\((Int(base) ?? 0) + 1) of "), "\(text)")
  }

  @Test func `archiving and restoring meanwhile is no end`() throws {
    try workspace.expect(.done, "--store", "store", "archive", "--before", "end", "--to", "a")
    let restore: () throws -> Void = {
      try workspace.expect(.done, "restore")
      try workspace.expect(.done, "pay", "1002", "1.00")
    }
    let texts = try screens([.control("l"), .left, .left], meanwhile: [0: restore])
    #expect(texts[1].contains("8 of 8"), "\(texts[1])")
    #expect(texts[3].contains("6 of 8"), "\(texts[3])")
    let archive: () throws -> Void = {
      try workspace.expect(.done, "archive", "--before", "end", "--to", "a")
      try workspace.expect(.done, "pay", "1002", "1.00")
    }
    let again = try screens([.control("l"), .enter], meanwhile: [0: archive])
    #expect(again[1].contains("9 of 9"), "\(again[1])")
    #expect(again[2].contains("Order 1002 at 9"), "\(again[2])")
  }

  @Test func `entries that the rules decide differently are marked wherever they are seen`() throws
  {
    let source = Files.repository + "/Fixtures/bugs/stale-total.jsonl"
    try workspace.write(Files.text(source), to: "bug.jsonl")
    for text in [
      try last(keys("l"), in: "bug.jsonl"), try last([.enter, "h"], in: "bug.jsonl"),
    ] {
      #expect(text.contains { $0 == "≠" } && text.split(separator: "≠").count == 2, "\(text)")
    }
    let step = try last(keys("g2") + [.enter], in: "bug.jsonl")
    #expect(step.contains("≠ @2 1001@2 amy update-order"))
    let entry = try last(keys("lg2") + [.enter, .enter], in: "bug.jsonl")
    #expect(entry.contains("The rules decide this differently."))
    let change = try last([.enter, "E"], in: "bug.jsonl")
    #expect(change.contains("can be looked at, but not changed"))
  }
}
