// The number of times that a long history is read, and that states are written: in proportion to what is shown.

import EventSourcing
import JSONLines
import Synchronization
import Testing

@testable import HistoryScenes

@Suite(.serialized) struct LongHistoryTests {
  private static let count = 320
  private let source: CountingSource

  init() throws {
    let store = MemoryStore()
    let tallies = StreamStates(Tally.self)
    let engine = try Engine(
      store, states: [tallies.erased], clock: { Timestamp(microseconds: 0) },
      salts: { Salt(1, 2) })
    for number in 0..<Self.count {
      _ = try engine.execute(
        Submission(.count, on: .id(String(number % 7)), by: "amy"), in: tallies)
    }
    source = CountingSource(store)
    Tally.written.store(0, ordering: .relaxed)
  }

  private var history: History { History(source, of: HistoryDomains(Tally.self)) }
  /// The number of states that were written as fields.
  private var written: Int { Tally.written.load(ordering: .relaxed) }

  private func log(_ change: (inout ShowLog.Request) -> Void) throws -> [ShowLog.Item] {
    let spy = Parts<ShowLog.Response>()
    var request = ShowLog.Request()
    request.showsChanges = true
    change(&request)
    try LogReading(history: history, presenter: spy, blockSize: 10).show(request)
    return spy.parts.compactMap { if case .entry(let item) = $0 { item } else { nil } }
  }

  @Test func `changes are found only of the entries that are shown`() throws {
    let items = try log { $0.limit = 5 }
    #expect(items.map(\.entry.seq) == Array(Self.count - 4...Self.count))
    #expect(items.allSatisfy { $0.changes?.differences.isEmpty == false })
    #expect(written == 2 * 5)
    #expect(source.read == 2 * Self.count)
  }

  @Test func `the last entries are read where they are`() throws {
    let items = try log {
      $0.showsChanges = false
      $0.limit = 5
    }
    #expect(items.map(\.entry.seq) == Array(Self.count - 4...Self.count))
    #expect(written == 0 && source.read == Self.count + 10)
  }

  @Test func `the last changes of a field are searched for once`() throws {
    let items = try log {
      $0.showsChanges = false
      $0.field = "count"
      $0.limit = 5
    }
    #expect(items.map(\.entry.seq) == Array(Self.count - 4...Self.count))
    #expect(written == 2 * (Self.count + 10))
  }

  @Test(arguments: [nil, 5, 57])
  func `changes from the newest to the oldest are those of each entry`(
    limit: Int?
  ) throws {
    let forwards = try log { $0.limit = limit }
    let (before, readBefore) = (written, source.read)
    let backwards = try log {
      $0.isReversed = true
      $0.limit = limit
    }
    #expect(backwards.map(\.entry.seq) == forwards.map(\.entry.seq).reversed())
    #expect(backwards.map(\.changes) == forwards.map(\.changes).reversed())
    #expect(written == 2 * before)
    // Counted once, shown once, and read again in halves: 32 blocks are halved five times.
    #expect(source.read - readBefore <= (2 + 5) * Self.count)
  }

  @Test func `each difference is passed on before the next is found`() throws {
    let spy = Parts<CompareStates.Response>()
    var request = CompareStates.Request()
    request.from = "start"
    request.countsOnly = true
    #expect(try !CompareStates.handle(request, in: .init(history), spy))
    #expect(spy.parts.count == 7 + 1)
    #expect(spy.written == (1...7).map { 2 * $0 } + [14])
  }
}

/// Takes the parts of a response, and notes how many states were written until each came.
private final class Parts<Response>: Presenter {
  private(set) var parts: [Response] = []
  private(set) var written: [Int] = []

  func present(_ response: Response) {
    parts.append(response)
    written.append(Tally.written.load(ordering: .relaxed))
  }
}

/// Counts the entries that are read, each of which is a chunk of its own.
private final class CountingSource: LogSource {
  private final class Chunks: LogChunkReader {
    private let chunks: any ChunkReader
    private let source: CountingSource
    var tail: TornTail? { chunks.tail }

    init(_ chunks: any ChunkReader, _ source: CountingSource) {
      self.chunks = chunks
      self.source = source
    }

    func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
      let chunk = try chunks.next(reusing: &storage)
      if chunk != nil { source.chunksRead.add(1, ordering: .relaxed) }
      return chunk
    }
  }

  private let base: MemoryStore
  private let chunksRead = Atomic(0)
  var read: Int { chunksRead.load(ordering: .relaxed) }
  var form: LineForm { base.form }
  var storeID: String? { base.storeID }

  init(_ base: MemoryStore) { self.base = base }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    Chunks(try base.chunks(from: cursor), self)
  }
}

/// A domain that counts, and how often its states are written.
private enum Tally: CountingDomain {
  static let written = Atomic(0)
  static let category = "tally"
  static var words: DomainWords {
    DomainWords("tally", plural: "tallies", example: "1", exampleCommand: #"{"type":"count"}"#)
  }
  static var schema: FieldSchema<Int> {
    FieldSchema(fields: [.init("count", .integer) { .integer(Int64($0)) }])
  }

  static func writeState(_ count: Int, id: String, to writer: inout JSONWriter) -> Bool {
    written.add(1, ordering: .relaxed)
    guard count > 0 else { return false }
    writer.object { $0.member("count", count) }
    return true
  }
}
