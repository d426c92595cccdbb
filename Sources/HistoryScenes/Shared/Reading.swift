// The first steps of every reading use case: find the requested position and fold up to it.

extension History {
  /// The number of the last entry before a position; `.max` without one.
  package func resolve(_ position: RequestedPosition?) throws(Failure) -> Int {
    guard let position else { return .max }
    let parsed = try position.position(times)
    let category = domains.main.category
    return try Failure.of(
      try readsAround
        ? parsed.resolveAroundDamage(in: source, category: category)
        : parsed.resolve(in: source, category: category))
  }

  /// The last entry to read: that of the position or of the last moment, whichever is earlier.
  package func resolve(_ position: RequestedPosition?, until time: String?) throws(Failure) -> Int {
    let last = try resolve(position)
    guard time != nil else { return last }
    let until = try times.bounds(since: nil, until: time).upperBound
    return try earlier(
      last,
      try Failure.of(Position.time(until).resolve(in: source, category: domains.main.category)))
  }

  /// The earlier one of two ends that were requested.
  ///
  /// - Throws: `beyondEnd` if the later one isn't there: what is read won't tell.
  private func earlier(_ first: Int, _ second: Int) throws(Failure) -> Int {
    let (earlier, later) = (min(first, second), max(first, second))
    guard earlier < later, later < .max, !readsAround else { return earlier }
    try Failure.of { () throws(LogError) in
      if let end = try source.knownEnd()?.seq {
        if end < later { throw .noEntry(later, end: end) }
      } else {
        var reader = try EntryReader(source, from: try source.cursor(before: later))
        while reader.seq < later, try reader.next() != nil {}
        try reader.require(reached: later)
      }
    }
    return earlier
  }

  /// The numbers of the entries before a range and at its end: `A..B` leaves A out and takes B in.
  /// - Parameter position: The place to end if that is earlier.
  package func resolve(range text: String?, at position: RequestedPosition? = nil) throws(Failure)
    -> (
      first: Int, last: Int
    )
  {
    guard let text else { return try window(from: nil, to: position) }
    guard let dots = text.firstRange(of: "..") else {
      throw Failure(
        .usage, code: "bad-range", "'\(text)' isn't a range.",
        hint: "A range is written A..B, with a position on both sides, or on one.")
    }
    let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map { end in
      end.isEmpty ? nil : RequestedPosition.typed(String(end))
    }
    let range = try window(from: ends[0], to: ends[1])
    guard let position else { return range }
    return (range.first, try earlier(range.last, try window(from: ends[0], to: position).last))
  }

  /// The numbers of the entries before a window and at its end: what is after one position and up to
  /// another.
  /// - Throws: A usage error if the positions have nothing between them. Two times between which
  ///   nothing was recorded are no such error.
  func window(
    from start: RequestedPosition?, to end: RequestedPosition?
  ) throws(Failure) -> (first: Int, last: Int) {
    let window = (first: try resolve(start ?? "start"), last: try resolve(end))
    // A single moment is no window, even if there is nothing before it.
    guard let start else { return window }
    let ends = (try start.position(times), try end?.position(times) ?? .end)
    if case (.time(let first), .time(let last)) = ends {
      if last <= first { throw .emptyWindow(start, end, isReversed: last < first) }
    } else {
      let isReversed = window.last < window.first
      let isTime = [ends.0, ends.1].contains { if case .time = $0 { true } else { false } }
      if isReversed || window.first == .max || window.first == window.last && !isTime {
        throw .emptyWindow(start, end, isReversed: isReversed)
      }
    }
    return window
  }

  func fold(at position: RequestedPosition?) throws(Failure)
    -> (states: HistoryStates, end: ReadingEnd)
  {
    try fold(through: try resolve(position), at: position)
  }

  /// - Parameters:
  ///   - seq: The last entry; `.max` for the end.
  ///   - position: The position that was requested.
  func fold(through seq: Int, at position: RequestedPosition?) throws(Failure)
    -> (states: HistoryStates, end: ReadingEnd)
  {
    if let found = try pointing(position, moving?.states(at: seq)) { return found }
    var states = HistoryStates(of: domains, form: source.form)
    let end = try pointing(position, source.project(into: &states, through: seq))
    return (states, end)
  }

  /// Like `Failure.of`. Where no entry has a number that was typed, but a stream has it as its id, the hint says so.
  func pointing<Found>(
    _ position: RequestedPosition?, _ body: @autoclosure () throws(LogError) -> Found
  ) throws(Failure) -> Found {
    do throws(LogError) {
      return try body()
    } catch {
      let failure = Failure(error)
      guard error.code == .beyondEnd, case .typed(let typed)? = position,
        let stream = StreamName(category: domains.main.category, id: typed),
        let states = try? fold(at: nil).states, states.state(of: stream) != nil
      else { throw failure }
      let noun = "\(domains.words.article) \(domains.words.noun)"
      throw Failure(
        failure.kind, code: failure.code, failure.message,
        hint: "\(typed) is \(noun): `\(ToolName.current) log \(typed)` shows its entries, "
          + "which are called \(typed)@1 and so on.")
    }
  }
}

extension Position {
  init(typed text: String, _ times: TypedTimes) throws(Failure) {
    self = try Failure.of(
      PositionSyntaxError.self, Position(text) { times.read($0)?.last }, Failure.init)
  }
}

extension Failure {
  fileprivate static func emptyWindow(
    _ start: RequestedPosition, _ end: RequestedPosition?, isReversed: Bool
  ) -> Failure {
    let end = end?.description ?? "end"
    return Failure(
      .usage, code: "empty-range", "There is nothing after \(start) and up to \(end).",
      hint: isReversed
        ? "Did you mean after \(end) and up to \(start)?"
        : "The start is excluded and the end is included: begin earlier, or end later.")
  }
}

extension TypedTimes {
  /// The times between two as they were typed; all for nil. A day, minute or second means its beginning for a
  /// start, and its end for an end.
  package func bounds(since: String?, until: String?) throws(Failure) -> ClosedRange<Timestamp> {
    let first = try moments(since)?.first ?? .earliest
    let last = try moments(until)?.last ?? .latest
    guard first <= last else {
      throw Failure(
        .usage, code: "empty-range",
        "No time is at or after \(since ?? "") and at or before \(until ?? "").",
        hint: since == until
          ? "The clocks of the time zone skipped that day."
          : "Did you mean --since \(until ?? "") --until \(since ?? "")?")
    }
    return first...last
  }

  private func moments(_ text: String?) throws(Failure) -> Moments? {
    guard let text else { return nil }
    guard let moments = read(text) else {
      throw Failure(
        .usage, code: "bad-time", "'\(text)' isn't a time.",
        hint: "Times are written 2026-01-31, 2026-01-31T12:00, T12:00 (today), yesterday or now; "
          + "in another zone 2026-01-31T12:00Z or 2026-01-31T12:00+01:00.")
    }
    return moments
  }
}
