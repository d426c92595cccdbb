// What every reading use case does first: find the requested position and fold up to it.

import EventSourcing

extension History {
  /// The number of the last entry before a position as it was typed; `.max` without one.
  package func resolve(_ position: String?) throws(Failure) -> Int {
    guard let position else { return .max }
    let parsed: Position
    do throws(PositionSyntaxError) {
      parsed = try Position(position)
    } catch {
      throw Failure(error)
    }
    do throws(LogError) {
      return try parsed.resolve(in: source, category: domains.main.category)
    } catch {
      throw Failure(error)
    }
  }

  /// The numbers of the entries before a range and at its end: `A..B` leaves A out and takes B in.
  package func resolve(range text: String?) throws(Failure) -> (first: Int, last: Int) {
    guard let text else { return (0, .max) }
    guard let dots = text.firstRange(of: "..") else {
      throw Failure(
        .usage, code: "bad-range", "'\(text)' isn't a range.",
        hint: "A range is written A..B, with a position on both sides, or on one.")
    }
    let (start, end) = (text[..<dots.lowerBound], text[dots.upperBound...])
    return (
      try start.isEmpty ? 0 : resolve(String(start)), try resolve(end.isEmpty ? nil : String(end))
    )
  }

  /// The number of the last entry before a position to begin after.
  func resolve(from position: String?) throws(Failure) -> Int { try resolve(position ?? "start") }

  func fold(at position: String?) throws(Failure) -> (states: HistoryStates, end: ReadingEnd) {
    let seq = try resolve(position)
    return try Failure.of { () throws(LogError) in
      var states = HistoryStates(of: domains, form: source.form)
      let end = try source.project(into: &states, through: seq)
      return (states, end)
    }
  }
}

extension Timestamp {
  /// A time as it was typed. A day means its beginning for a start, and its end for an end.
  package static func bound(_ text: String?, isStart: Bool) throws(Failure) -> Timestamp? {
    guard let text else { return nil }
    let full = isStart && text.utf8.count == 10 ? text + "T00:00Z" : text
    guard let time = Timestamp(loosely: full) else {
      throw Failure(
        .usage, code: "bad-time", "'\(text)' isn't a time.",
        hint: "Times are written 2026-01-31 or 2026-01-31T12:00Z, always in UTC.")
    }
    return time
  }
}
