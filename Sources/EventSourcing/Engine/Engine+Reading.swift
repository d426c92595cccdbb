// Reads streams of a long log when they are first asked for, under the engine's lock.

extension Engine {
  /// Reads what a command is decided on.
  @usableFromInline func read<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>
  ) throws(EngineError) {
    switch submission.target {
    case .id(let id): try read(StreamName(category: D.category, id: id))
    case .single: try read(StreamName(category: D.category, id: nil))
    case .new:
      if states.unreadNumbers == nil {
        states.unreadNumbers = try reading { (unread) throws(LogError) in
          try unread.numbers(in: D.category)
        }
      }
      guard states.unreadNumbers != nil else { return try readAll() }
      var number: Int
      repeat {
        number = states.freeNumber()
        // That its stream has no entries is looked up, too.
        try read(StreamName(category: D.category, id: String(number)))
      } while states.freeNumber() != number
    }
  }

  /// Reads a stream, if it wasn't read before.
  func read(_ stream: StreamName?) throws(EngineError) {
    guard let stream, unread != nil else { return }
    try reading { (unread) throws(LogError) in try unread.read(stream, &commandIDs) }
  }

  /// Reads all streams that weren't read before.
  func readAll() throws(EngineError) {
    try reading { (unread) throws(LogError) in try unread.read(nil, &commandIDs) }
    unread = nil
  }

  private func reading<Found>(
    _ body: (UnreadStreams) throws(LogError) -> Found?
  ) throws(EngineError) -> Found? {
    do throws(LogError) {
      return try unread.flatMap(body)
    } catch {
      throw .log(error)
    }
  }
}
