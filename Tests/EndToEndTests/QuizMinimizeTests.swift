import Foundation
import Testing

/// The history of another domain made smaller by its own tool.
@Suite struct QuizMinimizeTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func minimize(_ arguments: String..., input: String = "") throws -> Finished {
    let finished = try QuizToolTests.run(["minimize"] + arguments, in: workspace.path, input: input)
    #expect(finished.code == ExitStatus.done.rawValue, "\(finished)")
    return finished
  }

  @Test func `the minimized quiz goes to a file and a test`() throws {
    _ = try minimize(
      "--when", #"rejected.code == "last-card""#, "--ever", "--output", "last-card.jsonl",
      "--swift-test", "LastCard")
    // These are compiled and run with the other tests: see the folder Minimized.
    for name in ["last-card.jsonl", "LastCard.swift"] {
      try Golden.expect(workspace.text(name), "../Minimized/" + name)
    }
    let replay = try QuizToolTests.run(
      ["replay", "--store", "last-card.jsonl"], in: workspace.path)
    #expect(replay.output.hasPrefix("Identical: decided 3 commands"), "\(replay)")
  }

  @Test func `a program sees the quiz in a file and on standard input`() throws {
    for line in ["grep -q last-card {}", "grep -q last-card"] {
      let finished = try minimize("--run", line)
      #expect(finished.output.contains(#""original-seq":"7""#))
      #expect(finished.errors.hasPrefix("1 command of 8 shows it"), "\(finished)")
    }
    #expect(workspace.names(in: ".").isEmpty)
  }

  @Test func `a divergence stays what it is`() throws {
    let log = try Files.text(Files.repository + "/Fixtures/quiz.jsonl")
      .replacing(/,"crc":"\w+"/, with: "").replacing("next-shown", with: "answer-revealed")
    let finished = try minimize(
      "--diverges", "--store", "-", "--output", "bug.jsonl", "--swift-test", "Bug", input: log)
    #expect(finished.output.contains("A replay stops at @4: event-type-differs"), "\(finished)")
    let replay = try QuizToolTests.run(["replay", "--store", "bug.jsonl"], in: workspace.path)
    #expect(replay.code == ExitStatus.negative.rawValue)
    #expect(replay.output.contains("show-next  event-type-differs"), "\(replay)")
    #expect(try workspace.text("Bug.swift").contains("RecordedHistory<Quiz>("))
  }
}
