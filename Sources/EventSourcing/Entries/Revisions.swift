// Checks the revisions of streams whose state isn't folded: each entry's against that of its stream's previous one.

@usableFromInline package struct Revisions: Sendable {
  private let form: LineForm
  private var streams = StreamTable()
  private var last: [(rev: Int, seq: Int)] = []
  private var seq = 0
  /// The last entry before those without a gap in `seq`; -1 if there was none.
  private var gap = -1

  package init(_ form: LineForm) { self.form = form }

  /// The error of the entry's revision, if it has one.
  ///
  /// A history may have been edited: a command that was accepted there may be refused now. Where
  /// entries are missing, as in an extract, it is only known that revisions don't fall.
  @inline(__always)  // A call would copy the entry.
  package mutating func check(_ entry: Entry) -> String? {
    let stream = streams.insert(entry.storage.slice(entry.stream))
    if stream == last.count { last.append((0, 0)) }
    if entry.seq > seq + 1 { gap = seq }
    let before = last[stream]
    (last[stream], seq) = ((entry.rev, entry.seq), entry.seq)
    let next = before.rev + (entry.isAccepted ? 1 : 0)
    let problem: String?
    switch form {
    case .store: problem = entry.rev == next ? nil : "\(next)"
    case .history where entry.rev < before.rev: problem = "at least \(before.rev)"
    case .history where before.seq > gap && entry.rev > before.rev + 1:
      problem = "at most \(before.rev + 1)"
    case .history: problem = nil
    }
    return problem.map { "The entry's rev is \(entry.rev); it must be \($0) here." }
  }
}
