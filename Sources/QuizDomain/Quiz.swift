// A quiz with flash cards: load a deck, reveal the answer, go on to the next card, up to the last.
// The whole domain is here: its words, its rules, and how the log spells them.

import EventSourcing

package enum Quiz: DescribedDecider {
  package enum CommandType: String, CaseIterable {
    case load = "load-deck"
    case reveal = "reveal-answer"
    case next = "show-next"
  }
  package enum EventType: String, CaseIterable {
    case loaded = "deck-loaded"
    case revealed = "answer-revealed"
    case nextShown = "next-shown"
  }
  package struct State: Equatable, Sendable {
    package var cards: [Substring] = []  // The first is the one that is shown: `gato = cat`.
    package var isRevealed = false
  }

  package static let (category, versions, initial) = ("quiz", ["1"], State())

  package static let deck = Member<String>("deck")
  package static let description = Description<Quiz>(
    .command(.load, deck, to: .loaded),
    .command(.reveal, to: .revealed),
    .command(.next, to: .nextShown))

  package static let rules: [Rule] = [
    Rule("no-deck", "A deck is loaded.", on: [.reveal, .next], reading: ["card"]) { _, quiz, _ in
      !quiz.cards.isEmpty
    },
    Rule("not-revealed", "The answer was revealed.", on: [.next], reading: ["revealed"]) {
      _, quiz, _ in quiz.isRevealed
    },
    Rule("last-card", "There is another card.", on: [.next], reading: ["left"]) { _, quiz, _ in
      quiz.cards.count > 1
    },
  ]

  package static func events(
    of command: Command, on quiz: State, in context: EntryContext, by version: Int
  ) -> [Event] {
    command.type == .reveal && quiz.isRevealed ? [] : command.events
  }

  package static func evolve(_ quiz: inout State, with event: Event, in context: EntryContext) {
    switch event.type {
    case .loaded: quiz = State(cards: event[deck].split(separator: "\n"))
    case .revealed: quiz.isRevealed = true
    case .nextShown: quiz = State(cards: Array(quiz.cards.dropFirst()))
    }
  }

  package static let schema = FieldSchema(
    of: Quiz.self,
    [
      .text("card") { $0.cards.first },
      .integer("left") { $0.cards.count },
      .boolean("revealed") { $0.isRevealed },
    ], where: { !$0.cards.isEmpty })
}
