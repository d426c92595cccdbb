// A clerk at a terminal, who answers as prepared.

import EventSourcing
import Formatting
import Foundation
import HistoryScenes
import Platform
import Terminal
import TerminalKit
import Testing

@testable import CommandLineTool
@testable import HistoryTool

/// Answers questions at a terminal as prepared, suggestions included; nil ends the input.
final class Clerk: Prompt {
  let canAsk = true
  var lastAct: (() -> Void)?
  private var answers: [String?]
  private(set) var questions: [String] = []
  private(set) var suggestions: [String?] = []
  private(set) var secrets: [String] = []

  /// Runs before each question is answered.
  private let act: (Clerk, String) throws -> Void

  init(_ answers: [String?], before act: @escaping (Clerk, String) throws -> Void = { _, _ in }) {
    self.answers = answers
    self.act = act
  }

  var isDone: Bool { answers.isEmpty }

  func ask(_ question: String, suggestion: String?) throws(PromptError) -> String? {
    questions.append(question)
    suggestions.append(suggestion)
    #expect(throws: Never.self) { try act(self, question) }
    guard let answer = next() else { return nil }
    return answer.isEmpty ? suggestion ?? "" : answer
  }

  func askSecretly(_ question: String) throws(PromptError) -> String? {
    secrets.append(question)
    return next()
  }

  private func next() -> String? { answers.isEmpty ? nil : answers.removeFirst() }
}

// A new order, answer by answer.
extension Clerk {
  /// Customer, contact, billing address; the same to ship to.
  static let people = [
    "dana", "Dana", "Dynamo", "555-0100", "dana@example.com", "3 Coil Street", "", "Ampere", "",
    "NY", "10001", "",
  ]
  static let card = ["", "", "4111 1111 1111 1111", "123", "2099-12"]
  static let items = ["", "PEN-7", "Pen", "", "1.50", "DECK-52", "", "2", "12.50", ""]
  /// All that `cleanstore create` asks for, 31.40 USD by card.
  static let order = people + card + items + ["4.90", "", "", "y"]
}

/// The outcome of a command that asked a clerk.
typealias Served = (code: ExitCode, output: String, errors: String, clerk: Clerk)

extension Workspace {
  /// Carries out a command on this workspace's store, with a clerk to ask, and now or at another time.
  ///
  /// - Parameters:
  ///   - readingOutput: Whether the clerk reads its output, too.
  ///   - tool: The tool that has the command.
  func serve(
    _ clerk: Clerk, _ arguments: [String], at time: Timestamp? = nil, readingOutput: Bool = false,
    of tool: ToolDescription = .cleanstore
  ) throws -> Served {
    let (output, errors) = (CapturedOutput(), CapturedOutput())
    var world = World.real()
    world.environment = ["CLEANSTORE_STORE": file("store"), "TERM": "dumb"]
    world.output = output
    world.errors = errors
    world.prompt = clerk
    if let time { world.clock = { time } }
    if readingOutput {
      world.terminal = TerminalInfo(
        inputIsTerminal: true, outputIsTerminal: true, errorIsTerminal: false)
    }
    let folder = path + "/"
    let kept: @Sendable (Draft) -> Draft = { kept in
      Draft(path: kept.path.hasPrefix("/") ? kept.path : folder + kept.path, text: kept.text)
    }
    world.keep = { (text, name, old) throws(Failure) in
      let new = try Draft.write(text, as: folder + name, replacing: old.map(kept))
      return Draft(path: String(new.path.dropFirst(folder.count)), text: text)
    }
    world.discard = { (text) throws(Failure) in try kept(text).discard() }
    guard case .run(let invocation) = try tool.table.parse(arguments) else {
      throw Missing(what: "a command in \(arguments)")
    }
    let code = HistoryTool.Tool(tool, in: world).carryOut(invocation)
    return (code, output.text, errors.text, clerk)
  }
}
