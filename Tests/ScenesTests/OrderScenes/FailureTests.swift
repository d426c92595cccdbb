import EventSourcing
import HistoryScenes
import OrderScenes
import Testing

@Suite struct FailureTests {
  static let kinds: [(LogError.Code, Failure.Kind)] = [
    (.corrupt, .badData), (.newerVersion, .badData), (.malformed, .badData), (.locked, .tryAgain),
    (.clockBehind, .tryAgain),
    (.noSuchStore, .notFound), (.notAStore, .notFound), (.cannotCreate, .cannotCreate),
    (.inputOutput, .inputOutput), (.diskFull, .inputOutput), (.writerFailed, .inputOutput),
    (.closed, .inputOutput), (.entryTooLarge, .negative), (.beyondEnd, .usage),
    (.archived, .notFound), (.readOnly, .negative), (.archivedCommandID, .negative),
    (.otherHistory, .negative), (.notACopy, .badData), (.unreachable, .unavailable),
    (.notPermitted, .notPermitted),
    (.historyLost, .badData), (.inDoubt, .inDoubt), (.rejectedByServer, .bug),
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

  @Test func `hints name the tool's own commands`() throws {
    let stream = try #require(StreamName(category: "order", id: "7"))
    let hints: [(LogError.Remedy, String)] = [
      (.restoreOrRecover, "`cleanstore recover`"), (.makeOrChooseStore, "`cleanstore init`"),
      (.restoreOrChooseStore, "--store"), (.waitForWriter, "--lock-timeout"),
      (.correctOrAcceptClock, "--accept-clock"),
      (.listEntries(of: stream), "`cleanstore log 7`"),
      (
        .restoreArchive(["/a", "/b"]),
        "/a and /b, which --store reads. `cleanstore restore`"
      ),
      (.restoreOrWriteDescription, "`cleanstore recover`"),
      (.findWriter(lock: "my store/lock"), "`fuser 'my store/lock'`"),
      (
        .restoreToCompare(["/a"]), "`cleanstore restore --from /a` brings the archived entries back"
      ),
      (.findArchive, "--from"), (.findArchive, "--force"),
      (.restoreBase, "`cleanstore restore --from ARCHIVE`"), (.findOtherArchive, "--from"),
    ]
    for (remedy, words) in hints {
      let hint = Failure(LogError(.corrupt, "Text.", hint: remedy)).hint
      #expect(hint?.contains(words) == true)
    }
  }

  @Test func `an engine's errors have theirs`() {
    #expect(Failure(EngineError.revisionConflict(expected: 1, actual: 2)).kind == .tryAgain)
    #expect(Failure(EngineError.commandIDReused(seq: 7)).kind == .negative)
    #expect(Failure(EngineError.malformedID).kind == .usage)
    #expect(Failure(EngineError.log(LogError(.locked, "Text."))).kind == .tryAgain)
    #expect(
      Failure(EngineError.revisionConflict(expected: 1, actual: 2)).message
        == "Expected revision 1, but the current one is 2.")
  }
}
