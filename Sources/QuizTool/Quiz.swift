// A quiz with flash cards: load a deck, reveal the answer, go on to the next card, up to the last.
// The whole domain is here: its words, its rules, and how the log spells them.

import EventSourcing
import JSONLines

enum Quiz: CodableDecider {
  enum Command: Hashable, Sendable {
    case load(deck: Text)
    case reveal, next
  }
  enum Event: Hashable, Sendable {
    case loaded(deck: Text)
    case revealed, nextShown
  }
  enum Refusal: String, RecordedRefusal {
    case noDeck = "no-deck"
    case notRevealed = "not-revealed"
    case lastCard = "last-card"
  }
  struct State: Sendable {
    var cards: [Substring] = []  // The first is the one that is shown: `gato = cat`.
    var isRevealed = false
  }

  static let (category, version, initial) = ("quiz", "1", State())

  static func decide(_ command: Command, on quiz: State, in context: EntryContext)
    throws(Refusal) -> [Event]
  {
    if case .load(let deck) = command { return [.loaded(deck: deck)] }
    if quiz.cards.isEmpty { throw .noDeck }
    if command == .reveal { return quiz.isRevealed ? [] : [.revealed] }
    if !quiz.isRevealed { throw .notRevealed }
    if quiz.cards.count == 1 { throw .lastCard }
    return [.nextShown]
  }

  static func evolve(_ quiz: inout State, with event: Event, in context: EntryContext) {
    switch event {
    case .loaded(let deck): quiz = State(cards: String(deck).split(separator: "\n"))
    case .revealed: quiz.isRevealed = true
    case .nextShown: quiz = State(cards: Array(quiz.cards.dropFirst()))
    }
  }

  static func type(of command: Command) -> StaticString {
    switch command {
    case .load: "load-deck"
    case .reveal: "reveal-answer"
    case .next: "show-next"
    }
  }
  static func type(of event: Event) -> StaticString {
    switch event {
    case .loaded: "deck-loaded"
    case .revealed: "answer-revealed"
    case .nextShown: "next-shown"
    }
  }

  static func writeMembers(of command: Command, to writer: inout JSONWriter) {
    if case .load(let deck) = command { write(deck, to: &writer) }
  }
  static func writeMembers(of event: Event, to writer: inout JSONWriter) {
    if case .loaded(let deck) = event { write(deck, to: &writer) }
  }
  static func write(_ deck: Text, to writer: inout JSONWriter) {
    writer.raw(#","deck":"#)
    writer.string(deck)
  }

  static func decodeCommand(_ payload: inout Payload) throws(JSONError) -> Command? {
    if payload.isType("load-deck") { return .load(deck: try deck(&payload, loadShape)) }
    return [.reveal, .next].first { payload.isType(type(of: $0)) }
  }
  static func decodeEvent(_ payload: inout Payload) throws(JSONError) -> Event? {
    if payload.isType("deck-loaded") { return .loaded(deck: try deck(&payload, loadedShape)) }
    return [.revealed, .nextShown].first { payload.isType(type(of: $0)) }
  }

  static let loadShape = ObjectShape.command(.text("deck"))
  static let loadedShape = ObjectShape.event(.text("deck"))
  static func deck(_ payload: inout Payload, _ shape: ObjectShape) throws(JSONError) -> Text {
    var deck = TextRange.absent
    try payload.read(shape, into: &deck)
    return Text(payload.storage, deck)
  }
}
