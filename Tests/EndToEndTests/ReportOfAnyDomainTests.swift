import Foundation
import HistoryScenes
import QuizDomain
import Testing

@testable import HistoryTool
@testable import QuizTool

/// The report of other domains than the product's: a page in their own words, with what their states have.
@Suite struct ReportOfAnyDomainTests {
  static let quiz = ("quiz", DomainTool.quiz.description)
  static let bank = (
    "bank", DomainTool("bank", version: "1", of: HistoryDomains(Bank.self)).description
  )

  /// The page about one of the histories in Fixtures.
  private func page(_ tool: (String, ToolDescription), _ arguments: String...) throws -> PageCheck {
    let workspace = try Workspace()
    let finished = try Tool.run(
      ["--store", "\(Files.repository)/Fixtures/\(tool.0).jsonl", "report", "--output", "a.html"]
        + arguments, in: workspace.path, of: tool)
    #expect(finished.code == 0, "\(finished)")
    return PageCheck(try workspace.text("a.html"))
  }

  /// The rows of a table, whose cells are read one after another.
  private func rows(_ page: PageCheck, of table: String) -> [String] {
    let cells = page.elements.drop { $0.attributes["id"] != table }.dropFirst()
      .prefix { $0.name != "table" }.filter { !["thead", "tbody", "caption"].contains($0.name) }
    return cells.split { $0.name == "tr" }.map { row in
      row.filter { ["th", "td"].contains($0.name) }.map { cell in
        // A linked text is in an element of its own.
        cell.text.isEmpty ? row.first { $0.name == "a" }?.text ?? "" : cell.text
      }.joined(separator: " | ")
    }
  }

  @Test func `a page about quizzes says so, and what happened to them`() throws {
    let page = try page(Self.quiz)
    #expect(page.problems == [])
    #expect(page.all("h1").map(\.text) == ["Quizzes report"])
    #expect(
      page.all("h2").map(\.text) == [
        "Month by month", "Commands", "Refused commands", "Audit", "Quizzes", "Time lines",
      ])
    #expect(page.all("h3").map(\.text) == ["Quiz spanish", "Quiz french"])
    #expect(
      rows(page, of: "months-table-1") == [
        "Month | Commands | Refused | New quizzes", "2026-11 | 8 | 2 | 2",
      ])
    #expect(
      rows(page, of: "commands-table-1").prefix(2) == [
        "Command | Person | Commands | Refused", "reveal-answer | amy | 3 | 0",
      ])
    #expect(
      rows(page, of: "list-table-1").first
        == "Quiz | Created | Changed | Revision | card | left | revealed")
    #expect(page.all("caption").contains { $0.text == "All commands for quiz spanish" })
    #expect(page.all("a").contains { $0.attributes["href"] == "#quiz-spanish" })
  }

  @Test func `nothing that is read on it is about orders, the script's words neither`() throws {
    let page = try page(Self.quiz)
    for element in page.elements where element.name != "style" && element.name != "script" {
      #expect(!element.text.contains(/\b([Oo]rders?|cleanstore)\b/), "\(element)")
    }
    let script = try #require(page.all("script").first?.text)
    for text in [
      "quizzes shown", "\"Only quizzes with\"", "`Quiz ${id} after", "`Time line of quiz ${id}`",
    ] {
      #expect(script.contains(text), "\(text)")
    }
    // Comments and the page's own names aren't read.
    let named = script.split(separator: "\n").filter {
      $0.contains(/[Oo]rder|\{(noun|Noun|plural)\}/) && !$0.contains("//")
    }
    #expect(named.isEmpty, "\(named)")
    #expect(
      !page.elements.contains {
        $0.attributes["data-order"] != nil || $0.attributes["class"] == "order"
      })
  }

  @Test func `one quiz as it was, and one that isn't there`() throws {
    let page = try page(Self.quiz, "spanish", "--at", "3")
    #expect(page.all("h3").map(\.text) == ["Quiz spanish"])
    #expect(
      rows(page, of: "fields-spanish") == [
        "Field | Value", "card | gato = cat", "left | 3", "revealed | true",
      ])
    let missing = try Tool.run(
      ["--store", "Fixtures/quiz.jsonl", "report", "--output", "none.html", "spanisch"],
      in: Files.repository, of: Self.quiz)
    #expect(missing.code == ExitStatus.notFound.rawValue)
    #expect(
      missing.errors.contains("There is no quiz spanisch.\n  Did you mean spanish?"), "\(missing)")
    let workspace = try Workspace()
    let json = try QuizToolTests.run(
      ["report", "--output", "a.html", "--quizzes", "1", "--json"], in: workspace.path)
    #expect(try workspace.text("a.html").contains("1 of 2 quizzes"))
    #expect(json.output.contains(#""quizzes":1,"ofQuizzes":2"#), "\(json)")
  }

  @Test func `personal fields are left out of any domain's page unless they are asked for`()
    throws
  {
    for isWanted in [false, true] {
      let page = try isWanted ? page(Self.bank, "--with-personal") : page(Self.bank)
      #expect(page.problems == [])
      let texts = page.elements.map(\.text)
      #expect(texts.contains { $0.contains("Amy Apple") } == isWanted)
      #expect(rows(page, of: "list-table-1")[0].contains("owner") == isWanted)
      let note = isWanted ? "This page contains personal data." : "Personal data is left out."
      #expect(texts.contains { $0.hasPrefix(note) })
    }
  }
}
