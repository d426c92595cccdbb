// The mark by which a log is recognised. Behind an address there may be another server than before: a copy that lacks
// entries, or another store.

/// The store and the last entry that were seen through any of its connections.
struct Landmark: Sendable {
  /// nil until the store was opened.
  var store: String?
  private(set) var seq = 0
  /// The entry's line, without its personal data.
  private var line: String?

  mutating func note(_ seq: Int, _ line: String?) {
    if seq > self.seq, let line { (self.seq, self.line) = (seq, line) }
  }

  var question: Statement {
    Statement(
      """
      SELECT h.store, e.line, pg_is_in_recovery() FROM cleanstore.head AS h
      LEFT JOIN cleanstore.entry AS e ON e.seq = $1
      """, .integer(seq))
  }

  /// - Throws: An error if the answer isn't of the same log, or of an earlier state of it.
  func check(_ answer: ServerRows) throws(ServerError) {
    guard let store else { return }
    guard answer.count == 1, answer.text(0, 0) == store else {
      throw ServerError(
        state: ServerError.historyLost, message: "There is another store now, or none.")
    }
    let found = answer.text(0, 1)
    if seq == 0 || found == line { return }
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
