// Reads streams of a long log on first use, under the engine's lock.

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
        states.unreadNumbers = unread?.numbers(in: D.category)?[...]
      }
      // Any stream may have had its id.
      guard submission.id == nil, states.unreadNumbers != nil else { return try readAll() }
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
    guard let stream, let unread else { return }
    do throws(LogError) {
      try unread.read(stream, &commandIDs)
    } catch {
      throw .log(error)
    }
  }

  /// Reads all streams that weren't read before.
  func readAll() throws(EngineError) {
    do throws(LogError) {
      try unread?.readAll(&commandIDs)
    } catch {
      throw .log(error)
    }
    unread = nil
  }
}
