// Reads streams of a long log on first use, under the engine's lock.

extension Engine {
  /// Reads what a command is decided on.
  @usableFromInline func read<D: CodableDecider>(
    _ circumstances: Circumstances, in states: StreamStates<D>
  ) throws(EngineError) {
    if let id = circumstances.id {
      try read { (unread) throws(LogError) in try unread.readArchived(id, &commandIDs) }
    }
    switch circumstances.target {
    case .id(let id): try read(StreamName(category: D.category, id: id))
    case .single: try read(StreamName(category: D.category, id: nil))
    case .new:
      if states.unreadNumbers == nil {
        states.unreadNumbers = unread?.numbers(in: D.category)?[...]
      }
      guard states.unreadNumbers != nil else { return try readAll() }
      // Any stream may have had its id.
      if let id = circumstances.id {
        try read { (unread) throws(LogError) in try unread.read(id, &commandIDs) }
      }
      var number: Int
      repeat {
        number = states.freeNumber()
        // A stream without entries is looked up, too.
        try read(StreamName(category: D.category, id: String(number)))
      } while states.freeNumber() != number
    }
  }

  /// Reads a stream, if it wasn't read before.
  func read(_ stream: StreamName?) throws(EngineError) {
    guard let stream else { return }
    try read { (unread) throws(LogError) in try unread.read(stream, &commandIDs) }
  }

  /// Reads all streams that weren't read before.
  func readAll() throws(EngineError) {
    try read { (unread) throws(LogError) in try unread.readAll(&commandIDs) }
    unread = nil
  }

  private func read(_ body: (UnreadStreams) throws(LogError) -> Void) throws(EngineError) {
    guard let unread else { return }
    do throws(LogError) {
      try body(unread)
    } catch {
      throw .log(error)
    }
  }
}
