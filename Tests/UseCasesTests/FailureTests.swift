import EventSourcing
import Testing
import UseCases

@Suite struct FailureTests {
  static let kinds: [(LogError.Code, Failure.Kind)] = [
    (.corrupt, .badData), (.newerVersion, .badData), (.malformed, .badData), (.locked, .tryAgain),
    (.noSuchStore, .notFound), (.notAStore, .notFound), (.cannotCreate, .cannotCreate),
    (.inputOutput, .inputOutput), (.diskFull, .inputOutput), (.writerFailed, .inputOutput),
    (.closed, .inputOutput), (.entryTooLarge, .negative), (.beyondEnd, .usage),
  ]

  @Test func `every error of the log has its kind`() {
    #expect(Self.kinds.map(\.0) == LogError.Code.allCases)
    for (code, kind) in Self.kinds { #expect(Failure(LogError(code, "Text.")).kind == kind) }
  }

  @Test func `nothing of an error is lost on its way`() {
    let place = Place(file: "f", line: 1, byte: 2)
    let failure = Failure(LogError(.corrupt, "Text.", at: place, seq: 3, hint: "Do."))
    #expect(failure == Failure(.badData, code: "corrupt", "Text.", hint: "Do.", at: place))
  }

  @Test func `an engine's errors have theirs`() {
    #expect(Failure(EngineError.revisionConflict(expected: 1, actual: 2)).kind == .tryAgain)
    #expect(Failure(EngineError.commandIDReused(seq: 7)).kind == .negative)
    #expect(Failure(EngineError.malformedID).kind == .usage)
    #expect(Failure(EngineError.log(LogError(.locked, "Text."))).kind == .tryAgain)
    #expect(Failure(EngineError.revisionConflict(expected: 1, actual: 2)).message.contains("1"))
  }
}
