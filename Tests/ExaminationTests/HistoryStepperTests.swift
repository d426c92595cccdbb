import EventSourcing
import JSONLines
import OrderDomain
import QuizDomain
import Synchronization
import Testing

@testable import Examination

/// Going back and forth, in histories of two domains.
@Suite struct HistoryStepperTests {
  /// Two decks, gone through in turns.
  private func quizzes() throws -> Past<Quiz> {
    let past = try Past<Quiz>()
    for id in ["spanish", "latin"] {
      try past.asks(.init(.load, Quiz.deck("a = b\nc = d\ne = f")), on: id)
    }
    for _ in 0..<3 {
      for id in ["latin", "spanish"] {
        try past.asks(.init(.next), on: id)
        try past.asks(.init(.reveal), on: id)
        try past.asks(.init(.next), on: id)
      }
    }
    return past
  }

  /// The states and the numbers at all places, by stepping back from the end.
  private func statesBackwards<D: InspectableDecider>(
    _: D.Type, _ source: any EntrySource, only stream: StreamName? = nil
  ) throws -> [(seq: Int, fields: FieldTree)] {
    var stepper = try HistoryStepper(source, only: stream)
    var found: [(Int, FieldTree)] = []
    repeat {
      var states = StateProjection<D>(checksRevisions: source.form == .store)
      guard let entry = try stepper.fold(into: &states) else { break }
      #expect(states.states.count == 1)
      found.append((entry.seq, D.fields(of: states.states[0], id: "")))
    } while stepper.move(by: -1)
    return found.reversed()
  }

  /// The same, by folding everything from the start.
  private func statesForwards<D: InspectableDecider>(
    _: D.Type, _ source: any EntrySource, only stream: StreamName? = nil
  ) throws -> [(seq: Int, fields: FieldTree)] {
    var states = StateProjection<D>(checksRevisions: false)
    var reader = try EntryReader(source)
    var found: [(Int, FieldTree)] = []
    while let entry = try reader.next(into: &states) {
      let name = entry.storage.slice(entry.stream)
      if let stream, !name.elementsEqual(stream.text.bytes) { continue }
      let index = try #require(states.streams.find(name))
      found.append((entry.seq, D.fields(of: states.states[index], id: "")))
    }
    return found
  }

  private func expectSame<D: InspectableDecider>(
    _ domain: D.Type, _ source: any EntrySource, only stream: StreamName? = nil, count: Int
  ) throws {
    let backwards = try statesBackwards(domain, source, only: stream)
    let forwards = try statesForwards(domain, source, only: stream)
    #expect(backwards.map(\.seq) == forwards.map(\.seq))
    #expect(backwards.map(\.fields) == forwards.map(\.fields))
    #expect(backwards.count == count)
  }

  @Test func `going back, every state is what it was going forward`() throws {
    let quizzes = try quizzes()
    try expectSame(Quiz.self, quizzes.store, count: quizzes.lines().count)
    let orders = try Past<Orders>.ofTwoOrders()
    try expectSame(Orders.self, orders.store, count: 7)
    try expectSame(Orders.self, orders.store, only: stream("order", "1"), count: 5)
    try expectSame(Orders.self, orders.store, only: stream("order", "2"), count: 2)
  }

  private func stream(_ category: String, _ id: String) throws -> StreamName {
    try #require(StreamName(category: category, id: id))
  }

  @Test func `a file with gaps is gone through in the same way`() throws {
    let lines = try quizzes().lines()
    let kept = lines.enumerated().filter { $0.offset % 3 != 2 }.map(\.element)
    try expectSame(Quiz.self, history(kept), count: kept.count)
    try expectSame(Quiz.self, history(kept), only: stream("quiz", "latin"), count: kept.count / 2)
  }

  @Test func `it moves to after the last entry up to a number`() throws {
    let lines = try Past<Orders>.ofTwoOrders().lines()
    let kept = [0, 1, 4, 6].map { lines[$0] }  // Entries 1, 2, 5 and 7.
    var all = try HistoryStepper(history(kept))
    for (seq, position) in [(0, 0), (1, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (.max, 4)] {
      try all.move(to: seq)
      #expect(all.position == position)
    }
    var one = try HistoryStepper(history(kept), only: stream("order", "2"))
    #expect(one.count == 1)
    for (seq, position) in [(1, 0), (2, 1), (6, 1)] {
      try one.move(to: seq)
      #expect(one.position == position)
    }
    #expect(throws: LogError.noEntry(8, end: 7)) { try one.move(to: 8) }
    #expect(one.position == 1)
  }

  @Test func `it goes as far as there are entries`() throws {
    var stepper = try HistoryStepper(Past<Orders>.ofTwoOrders().store)
    let moves = [(1, false, 7), (-2, true, 5), (.min, true, 0), (-1, false, 0), (.max, true, 7)]
    for (distance, isMoved, position) in moves {
      let hasMoved = stepper.move(by: distance)
      #expect(hasMoved == isMoved)
      #expect(stepper.position == position)
    }
    var empty = try HistoryStepper(MemoryStore())
    for distance in [-1, 1] {
      let hasMoved = empty.move(by: distance)
      #expect(!hasMoved)
    }
    try empty.move(to: .max)
    var states = StateProjection<Orders>(checksRevisions: true)
    #expect(try empty.fold(into: &states) == nil)
  }

  @Test func `going back reads the entries of one stream and no others`() throws {
    let past = try Past<Quiz>()
    try past.asks(.init(.load, Quiz.deck("a = b")), on: "rare")
    for number in 0..<200 {
      try past.asks(.init(.load, Quiz.deck("a = b")), on: "often-\(number % 7)")
    }
    try past.asks(.init(.reveal), on: "rare")
    let source = CountingSource(past.store)
    let stepper = try HistoryStepper(source)
    source.reads.store(0, ordering: .relaxed)
    var states = StateProjection<Quiz>(checksRevisions: true)
    #expect(try stepper.fold(into: &states)?.seq == 202)
    #expect(states.states[0].isRevealed)
    #expect(source.reads.load(ordering: .relaxed) == 2)
  }

  @Test func `an error in a history is reported at once`() throws {
    let lines = try Past<Orders>.ofTwoOrders().lines() + ["{}"]
    let error = try #require(throws: LogError.self) { try HistoryStepper(history(lines)) }
    #expect(error.place?.line == 8)
  }
}

/// Counts how often a source is asked for lines.
private final class CountingSource: LogSource {
  private let source: any EntrySource
  let reads = Atomic(0)

  init(_ source: any EntrySource) { self.source = source }

  var form: LineForm { source.form }
  var storeID: String? { source.storeID }
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    reads.add(1, ordering: .relaxed)
    return try source.chunks(from: cursor)
  }
  func cursor(before seq: Int) throws(LogError) -> LogCursor { try source.cursor(before: seq) }
  func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    try source.tornTail(at: place, segment: segment)
  }
}
