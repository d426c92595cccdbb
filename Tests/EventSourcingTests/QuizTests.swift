// A small domain: its rules, and its way through an engine.

import DomainKit
import EventSourcing
import EventSourcingTesting
import JSONLines
import QuizDomain
import Testing

@Suite struct QuizTests: DeciderSpecification {
  typealias Rules = Quiz

  func report(_ failure: UnmetExpectation) { record(failure) }

  @Test func `a deck is loaded, whatever was there before`() {
    given().when(.load, Quiz.deck("gato = cat")).then(.loaded, Quiz.deck("gato = cat"))
    given(.loaded, Quiz.deck("gato = cat")).and(.revealed)
      .when(.load, Quiz.deck("perro = dog")).then(.loaded, Quiz.deck("perro = dog"))
      .thenState { #expect(!$0.isRevealed && $0.cards == ["perro = dog"]) }
  }

  @Test(arguments: [Quiz.CommandType.reveal, .next])
  func `without a deck there is nothing to reveal or to go on to`(_ command: Quiz.CommandType) {
    given().when(command).thenRefused("no-deck")
    given(.loaded, Quiz.deck("\n")).when(command).thenRefused("no-deck")
  }

  @Test func `the answer must be revealed before the next card is shown`() {
    given(.loaded, Quiz.deck("gato = cat\nperro = dog"))
      .when(.next).thenRefused("not-revealed")
      .when(.reveal).then(.revealed)
      .when(.next).then(.nextShown)
      .when(.next).thenRefused("not-revealed")
  }

  @Test func `revealing the answer again changes nothing`() {
    given(.loaded, Quiz.deck("gato = cat")).and(.revealed).when(.reveal).thenNothing()
  }

  @Test func `there is no card after the last`() {
    given(.loaded, Quiz.deck("gato = cat\nperro = dog")).and(.revealed).and(.nextShown).and(
      .revealed
    )
    .when(.next).thenRefused("last-card")
    .thenState { #expect($0.cards == ["perro = dog"]) }
  }

  @Test func `a quiz goes through an engine and is there when the log is read again`() throws {
    let store = MemoryStore()
    let quizzes = StreamStates(Quiz.self)
    let engine = try Engine(
      store, states: [quizzes.erased], clock: { start }, salts: { Salt(0, 0) })
    let commands = [Quiz.Command(.load, Quiz.deck("gato = cat\nperro = \"dog\""))]
    for command in commands + [.reveal, .next, .next].map({ .init($0) }) {
      _ = try engine.execute(Submission(command, on: .id("spanish"), by: "amy"), in: quizzes)
    }

    var projection = StateProjection<Quiz>(checksRevisions: true)
    let end = try store.project(into: &projection)
    let stream = try #require(StreamName(category: "quiz", id: "spanish"))
    let quiz = try #require(projection.state(of: stream))
    #expect(end.seq == 4)
    #expect(quiz.rev == 3)
    #expect(quiz.state.cards == ["perro = \"dog\""])
    #expect(projection.body.refusal == "not-revealed")
  }
}
