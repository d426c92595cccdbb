// What makes the quiz's histories examinable: the fields of its states, and its words.

import EventSourcing
import HistoryScenes
import JSONLines

extension Quiz: ExplainableDecider {
  static func writeState(_ quiz: State, id: String, to writer: inout JSONWriter) -> Bool {
    guard let card = quiz.cards.first else { return false }
    writer.object {
      $0.member("card", String(card))
      $0.member("left", quiz.cards.count)
      $0.member("revealed", quiz.isRevealed)
    }
    return true
  }

  static var schema: FieldSchema<State> {
    FieldSchema(fields: [
      .init("card", .text) { $0.cards.first.map { .text(Text(String($0))) } ?? .absent },
      .init("left", .integer) { .integer(Int64($0.cards.count)) },
      .init("revealed", .boolean) { .boolean($0.isRevealed) },
    ])
  }

  static func checks(of command: Command, on quiz: State, in context: EntryContext) -> [RuleCheck] {
    let broken: Refusal?
    do throws(Refusal) {
      _ = try decide(command, on: quiz, in: context)
      broken = nil
    } catch {
      broken = error
    }
    let rules: [(Refusal, String, [String])] = [
      (.noDeck, "A deck is loaded.", ["card"]),
      (.notRevealed, "The answer was revealed.", ["revealed"]),
      (.lastCard, "There is another card.", ["left"]),
    ]
    // Loading a deck needs none of them, revealing the answer only the first.
    let evaluated =
      switch command {
      case .load: 0
      case .reveal: 1
      case .next: rules.count
      }
    var isDecided = false
    return rules.prefix(evaluated).map { rule, sentence, facts in
      let verdict: RuleCheck.Verdict = isDecided ? .notEvaluated : rule == broken ? .broken : .held
      isDecided = isDecided || verdict == .broken
      return RuleCheck(code: rule.code, sentence: sentence, verdict: verdict, facts: facts)
    }
  }
}

extension Quiz: HistoryDomain {
  static var words: DomainWords {
    DomainWords(
      "quiz", plural: "quizzes", example: "spanish", exampleCommand: #"{"type":"show-next"}"#)
  }
  static var invariants: [(name: String, condition: String)] {
    [("cards-never-come-back", "not exists(old(left)) or left <= old(left)")]
  }
}
