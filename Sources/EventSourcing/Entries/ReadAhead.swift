// Reads and decodes the chunks of a long history on other threads, ahead of the one that folds it.
//
// It reports no errors: a line that it can't decode ends its chunk's entries, and the consumer
// decodes that line, and what follows, alone. So the same code finds errors, torn tails and old
// entries, in the same order, whatever the number of threads.

import Dispatch

/// The number of threads that read a history.
@usableFromInline package struct Parallelism: Hashable, Sendable {
  /// The number of threads, the one that folds included.
  public let jobs: Int
  /// The number of chunks that are read before threads are started: it doesn't pay for shorter histories.
  let chunksBefore: Int

  /// Makes a value for this number of threads, at least one.
  public init(jobs: Int) { self.init(jobs: jobs, chunksBefore: 4) }

  package init(jobs: Int, chunksBefore: Int) {
    self.jobs = max(jobs, 1)
    self.chunksBefore = chunksBefore
  }

  /// No threads besides the one that folds.
  public static let none = Parallelism(jobs: 1)
}

/// The chunks of a history, decoded ahead by threads that exist only while there is work.
///
/// At most ``Parallelism/jobs`` + 2 chunks are in memory. Threads hold it only while they decode a chunk,
/// so they stop soon after the reader is gone.
final class ReadAhead: @unchecked Sendable {
  private let chunks: any ChunkReader
  private let jobs: Int
  /// Guards `chunks` and these two: chunks are read one after another, and numbered.
  private let reading = Locked(())
  private var nextNumber = 0
  private var isRead = false
  /// Guards these: chunks without content, those that are done by their numbers, and the threads.
  private let gate = Locked(())
  private var free: [DecodedChunk] = []
  private var done: [DecodedChunk?]
  private var taken = 0
  private var workers = 0
  private var isOver = false

  init(_ chunks: any ChunkReader, jobs: Int) {
    self.chunks = chunks
    self.jobs = jobs
    done = Array(repeating: nil, count: jobs + 2)
  }

  /// Starts the threads.
  func start(_ decoder: EntryDecoder) {
    free = done.map { _ in DecodedChunk(decoder) }
    workers = jobs - 1
    for _ in 0..<workers { startWorker() }
  }

  private func startWorker() {
    DispatchQueue.global().async { [weak self] in
      while let self, self.decodeNext(asWorker: true) {}
    }
  }

  /// The next chunk; again the last one, without lines, after the end or an error.
  func next() -> DecodedChunk {
    while true {
      if let chunk = gate.withLock({ _ in takeDone() }) { return chunk }
      // Instead of waiting, it decodes a chunk itself, if there is one that no thread has begun.
      if !decodeNext(asWorker: false) { return gate.wait { _ in self.takeDone() } }
    }
  }

  private func takeDone() -> DecodedChunk? {
    guard let chunk = done[taken % done.count] else { return nil }
    if !chunk.isLast {
      done[taken % done.count] = nil
      taken += 1
    }
    return chunk
  }

  /// Accepts a chunk that is no longer needed, to be filled again.
  func giveBack(_ chunk: DecodedChunk) {
    let isShort = gate.withLock { _ in
      free.append(chunk)
      guard workers < jobs - 1, !isOver else { return false }
      workers += 1
      return true
    }
    if isShort { startWorker() }
  }

  /// Reads and decodes a chunk, if there is room for it.
  ///
  /// - Returns: false if there isn't, or nothing is left to read.
  private func decodeNext(asWorker: Bool) -> Bool {
    guard let chunk = gate.withLock({ _ in claim(asWorker: asWorker) }) else { return false }
    chunk.clear()
    let number = reading.withLock { _ -> Int? in
      if isRead { return nil }
      chunk.read(chunks)
      isRead = chunk.isLast
      nextNumber += 1
      return nextNumber - 1
    }
    chunk.decode()
    gate.withLock { _ in
      guard let number else {
        free.append(chunk)
        if asWorker { workers -= 1 }
        return
      }
      done[number % done.count] = chunk
      if chunk.isLast { isOver = true }
    }
    gate.wakeAll()
    return number != nil
  }

  private func claim(asWorker: Bool) -> DecodedChunk? {
    let chunk = isOver ? nil : free.popLast()
    if chunk == nil, asWorker { workers -= 1 }
    return chunk
  }
}

/// A chunk with its entries. Belongs to one thread at a time.
final class DecodedChunk: @unchecked Sendable {
  /// The chunk; nil at the end.
  private(set) var content: Result<LogChunk?, LogError> = .success(nil)
  /// The tail after the last line, once the end was reached.
  private(set) var tail: TornTail?
  /// Its entries, up to the first line that can't be decoded.
  var lines: [DecodedLine] = []
  private var storage = ByteStorage.empty
  private var decoder: EntryDecoder

  init(_ decoder: EntryDecoder) {
    self.decoder = decoder
    self.decoder.allBodies = Bodies()
  }

  /// Whether no chunk comes after this one, which has no lines itself.
  var isLast: Bool { if case .success(.some) = content { false } else { true } }

  /// Releases the storage, so that it can be filled again.
  func clear() {
    content = .success(nil)
    lines.removeAll(keepingCapacity: true)
    // A caller may have kept an entry.
    if isKnownUniquelyReferenced(&decoder.allBodies) {
      decoder.allBodies?.removeAll()
    } else {
      decoder.allBodies = Bodies()
    }
  }

  func read(_ chunks: any ChunkReader) {
    content = Result { () throws(LogError) in try chunks.next(reusing: &storage) }
    if isLast { tail = chunks.tail }
  }

  func decode() {
    guard case .success(let chunk?) = content else { return }
    var json = JSONReader(chunk.storage, in: chunk.lines, profile: decoder.form.profile)
    var entry = Entry(in: chunk.storage)
    do throws(JSONError) {
      while json.position < json.end {
        try decoder.decode(&json, into: &entry)
        lines.append(DecodedLine(entry: entry, end: json.position))
      }
    } catch {
      // The thread that decodes the line again reports it.
    }
  }
}

/// An entry, and where its line ends.
struct DecodedLine {
  var entry: Entry
  let end: Int
}
