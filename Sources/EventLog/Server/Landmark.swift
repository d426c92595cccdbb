// The mark by which a log is recognised. An address may lead to another server than before: to a copy that lacks
// entries, or to another store.

/// The store and the last entry that were seen through any of its connections.
struct Landmark: Sendable {
  /// nil until the store was opened.
  let store: String?
  let dialect: ServerDialect
  private(set) var seq = 0
  /// The entry's mark; nil before the first one.
  private(set) var mark: [UInt8]?

  init(_ dialect: ServerDialect = .functions, of store: String? = nil) {
    (self.dialect, self.store) = (dialect, store)
  }

  /// - Parameter line: The entry's line, without its personal data.
  mutating func note(_ seq: Int, _ line: String?) {
    guard seq > self.seq, let line else { return }
    (self.seq, mark) = (seq, dialect.mark(of: Array(line.utf8)))
  }

  var question: Statement {
    Statement(
      """
      SELECT h.store, \(dialect.mark), pg_is_in_recovery()
      FROM cleanstore.head AS h LEFT JOIN cleanstore.entry AS e ON e.seq = $1
      """, .integer(seq))
  }

  /// - Throws: An error if the answer isn't of the same log, or of an earlier state of it.
  func check(_ answer: ServerRows) throws(ServerError) {
    guard let store else { return }
    guard answer.count == 1, answer.text(0, 0) == store else {
      throw ServerError(
        state: ServerError.historyLost, message: "There is another store now, or none.")
    }
    let found = withExtendedLifetime(answer) { answer.bytes(0, 1).map { Array($0) } }
    if seq == 0 || found == mark { return }
    // A standby gets it in a moment.
    if found == nil, answer.integer(0, 2) == 1 {
      throw ServerError(state: "57P03", message: "The standby is behind.")
    }
    throw lost()
  }

  /// The error of a log that lacks its last entry.
  func lost() -> ServerError {
    ServerError(
      state: ServerError.historyLost,
      message: "Entry \(seq) isn't the one that was there before: the server has lost entries.")
  }
}
