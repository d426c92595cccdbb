// Rows that come one by one, by COPY in its binary form, with which no other statement can go out.

extension ServerConnection {
  /// Begins a statement `COPY … TO STDOUT (FORMAT binary)`. Its pieces must be read to the end before another statement is
  /// run.
  func beginCopy(_ text: String) throws(ServerError) {
    guard pq.exitPipelineMode(handle) == 1,
      pq.sendQueryParams(handle, text, 0, nil, nil, nil, nil, 1) == 1,
      let result = pq.getResult(handle)
    else { throw lost() }
    let rows = ServerRows(result, pq)
    guard pq.resultStatus(result) == Status.copyOut else {
      throw withExtendedLifetime(rows) { error(of: result) }
    }
  }

  /// The next row; nil at the end, when other statements can be run again.
  func nextPiece() throws(ServerError) -> ServerPiece? {
    while true {
      var start: UnsafeMutablePointer<CChar>?
      let count = pq.getCopyData(handle, &start, 0)
      if count == -1 {
        try endCopy()
        return nil
      }
      guard count > 0, let start else { throw lost() }
      let piece = ServerPiece(start, Int(count), pq)
      if piece.row != nil { return piece }
    }
  }

  private func endCopy() throws(ServerError) {
    guard let result = pq.getResult(handle) else { throw lost() }
    let rows = ServerRows(result, pq)
    guard pq.resultStatus(result) == Status.commandDone else {
      throw withExtendedLifetime(rows) { error(of: result) }
    }
    while let more = pq.getResult(handle) { pq.clear(more) }
    guard pq.enterPipelineMode(handle) == 1 else { throw lost() }
  }
}

/// The memory of a copied row.
final class ServerPiece {
  private let start: UnsafeMutablePointer<CChar>
  private let pq: LibPQ
  /// nil for the end of all rows.
  let row: ServerRow?

  init(_ start: UnsafeMutablePointer<CChar>, _ count: Int, _ pq: LibPQ) {
    (self.start, self.pq) = (start, pq)
    var bytes = UnsafeRawBufferPointer(start: start, count: count)
    // The first one begins with a signature, flags, and the length of what may follow: nothing yet.
    if bytes.starts(with: "PGCOPY\n".utf8) {
      bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(19))
    }
    row = ServerRow(copied: bytes)
  }

  deinit { pq.freeMemory(start) }
}
