// One import on its way: what was executed so far, and the lines of the next chunk.

import EventSourcing
import JSONLines
import Orders

/// An import on its way.
struct ImportRun {
  private let request: ImportCommands.Request
  private let engine: OrderEngine
  private let clock: @Sendable () -> Timestamp
  private var reader = ImportLineReader()
  private var lastAt: Timestamp
  private var line = 0
  /// The last line that an earlier run of the same import has left in the log.
  var skippedThrough = 0
  /// What came of the lines so far.
  private(set) var response = ImportCommands.Response()

  init(
    _ request: ImportCommands.Request, on engine: OrderEngine,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.request = request
    self.engine = engine
    self.clock = clock
    lastAt = engine.store.end.at ?? .earliest
    response.isDryRun = request.isDryRun
  }

  /// Executes the lines of a chunk.
  mutating func execute(
    _ chunk: LogChunk, _ presenter: any ImportCommandsPresentationLogic,
    isInterrupted: () -> Bool
  ) throws(Failure) {
    line = chunk.line - 1
    var start = chunk.lines.lowerBound
    while start < chunk.lines.upperBound {
      if line % 256 == 0 {
        presenter.present(progress: line)
        if isInterrupted() { throw .interrupted(after: line) }
      }
      line += 1
      // An object may not go on in the next line: the numbers of lines would be wrong.
      let end = chunk.endOfLine(from: start)
      let command: ImportLine
      do throws(JSONError) {
        command = try reader.read(chunk.storage, in: start..<end)
      } catch {
        throw .malformed(error, at: chunk.place(of: error.offset, line: line))
      }
      if line > skippedThrough {
        try execute(command, at: chunk.place(of: start, line: line))
      } else {
        response.skipped += 1
      }
      response.lines += 1
      start = end + 1
    }
  }

  private mutating func execute(_ line: ImportLine, at place: Place) throws(Failure) {
    switch line {
    case .order(let submission): try execute(submission, in: engine.orders, at: place)
    case .catalogue(let submission): try execute(submission, in: engine.catalogue, at: place)
    }
  }

  private mutating func execute<D: RecordedDecider>(
    _ submission: consuming Submission<D.Command>, in category: Category<D>, at place: Place
  ) throws(Failure) {
    try checkTime(submission.at, at: place)
    submission.source = .init(name: request.name, line: line)
    do throws(EngineError) {
      count(
        try engine.engine.execute(submission, in: category, durability: request.durability))
    } catch {
      switch error {
      case .revisionConflict, .commandIDReused:
        response.conflicts.append(.init(line: line, code: error.code, message: error.message))
      case .malformedID, .log: throw Failure(error)
      }
    }
  }

  private mutating func checkTime(_ at: Timestamp?, at place: Place) throws(Failure) {
    guard let at else { return }
    if at < lastAt {
      let isFirst = response.lines == response.skipped
      throw .malformed(
        isFirst
          ? "The line's time lies before the end of the log."
          : "The line's time lies before that of the line before it.", at: place,
        hint: isFirst
          ? "If part of this file was imported before, go on behind it with --resume."
          : "Sort the lines by time, then go on with --resume.")
    }
    if at > clock() {
      throw .malformed(
        "The line's time lies in the future.", at: place,
        hint: "Correct the line or this machine's clock, then go on with --resume.")
    }
    lastAt = at
  }

  private mutating func count<D: RecordedDecider>(_ outcome: Outcome<D>) {
    if outcome.isRepeated {
      response.repeated += 1
      return
    }
    switch outcome.result {
    case .accepted: response.accepted += 1
    case .refused(let refusal): response.refused[refusal.code, default: 0] += 1
    case .unchanged: response.unchanged += 1
    }
  }
}

extension LogChunk {
  /// A place in one of the chunk's lines.
  fileprivate func place(of offset: Int, line: Int) -> Place {
    Place(file: file, line: line, byte: byte + offset - lines.lowerBound)
  }

  /// Where the line's LF stands, or the end if the last line has none.
  fileprivate func endOfLine(from start: Int) -> Int {
    var reader = JSONReader(storage, in: start..<lines.upperBound, profile: .anyOrder)
    reader.skipLine()
    let last = reader.position - 1
    return storage.bytes[last] == 0x0A ? last : lines.upperBound
  }
}

extension Failure {
  fileprivate static func malformed(_ error: JSONError, at place: Place) -> Failure {
    malformed(
      error.message, at: place, hint: "Correct the line, then go on with --resume.")
  }

  fileprivate static func malformed(_ message: String, at place: Place, hint: String) -> Failure {
    Failure(
      .badData, code: "malformed", message + " The import stopped before it.", hint: hint,
      at: place)
  }

  fileprivate static func interrupted(after line: Int) -> Failure {
    Failure(
      .interrupted, code: "interrupted", "Interrupted behind line \(line).",
      hint: "Go on with --resume.")
  }
}
