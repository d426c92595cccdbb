// Makes what was typed into alterations of entries. What a command line leaves out (time, actor,
// stream) is taken from the entry that it is about, so the history is read once for that.

import EventSourcing
import JSONLines
import Orders
import Replay

/// Reads alterations.
struct AlterationReader {
  private enum Change {
    case skip
    case replace(String)
    case insert(String)
    case time(Timestamp)
  }

  private var changes: [Int: [Change]] = [:]
  private var found = Alterations()
  private var lines = ImportLineReader()
  /// The time of the last command that is asked.
  private var last = Timestamp.earliest

  init(_ request: WhatIf.Request) throws(Failure) {
    for text in request.skipped { changes[try Self.seq(text), default: []].append(.skip) }
    for text in request.inserted {
      let (seq, json) = try Self.split(text, "--insert")
      changes[seq, default: []].append(.insert(json))
    }
    for text in request.replaced {
      let (seq, json) = try Self.split(text, "--replace")
      changes[seq, default: []].append(.replace(json))
    }
    for text in request.timed {
      let (seq, time) = try Self.split(text, "--time")
      guard time.utf8.count > 10, let time = Timestamp(loosely: time) else {
        throw .badAlteration(
          "'\(time)' is no time.", "Times are written 2026-01-31T12:00Z, in UTC.")
      }
      changes[seq, default: []].append(.time(time))
    }
    guard !changes.isEmpty else {
      throw .badAlteration(
        "Nothing is asked otherwise.", "Use --skip, --replace, --insert or --time.")
    }
  }

  /// Finds the entries in a history.
  mutating func read(_ source: any EntrySource) throws(Failure) -> Alterations {
    var left = Set(changes.keys)
    var reader = try Failure.of { () throws(LogError) in try EntryReader(source) }
    while let entry = try Failure.of({ () throws(LogError) in try reader.next() }) {
      let time = left.remove(entry.seq) == nil ? entry.at : try alter(entry)
      guard time >= last else { throw .badTime(entry.seq) }
      last = time
    }
    if let missing = left.min() { throw Failure(LogError.noEntry(missing, end: reader.seq)) }
    return found
  }

  /// - Returns: The time at which the entry's command, or what is in its place, is asked.
  private mutating func alter(_ entry: Entry) throws(Failure) -> Timestamp {
    var time = entry.at
    for change in changes[entry.seq] ?? [] {
      switch change {
      case .skip: found.skip(entry)
      case .time(let new):
        time = new
        found.ask(entry, at: new)
      case .insert(let json):
        let at = try insert(json, before: entry)
        guard at >= last else { throw .badTime(entry.seq) }
        last = at
      case .replace(let json): time = try replace(json, entry)
      }
    }
    return time
  }

  private mutating func insert(_ json: String, before entry: Entry) throws(Failure) -> Timestamp {
    switch try read(json, at: entry, flag: "--insert") {
    case .order(let submission):
      let command: RecordedCommand<Orders> = try Self.command(submission, at: entry)
      found.orders[entry.seq, default: .init()].insertions.append(command)
      return command.at
    case .catalogue(let submission):
      let command: RecordedCommand<Catalogue> = try Self.command(submission, at: entry)
      found.catalogue[entry.seq, default: .init()].insertions.append(command)
      return command.at
    }
  }

  private mutating func replace(_ json: String, _ entry: Entry) throws(Failure) -> Timestamp {
    let isOrder = entry.isAboutOrder
    switch try read(json, at: entry, flag: "--replace") {
    case .order(let submission) where isOrder:
      let command: RecordedCommand<Orders> = try Self.command(submission, at: entry)
      found.orders[entry.seq, default: .init()].replacement = command
      return command.at
    case .catalogue(let submission) where !isOrder:
      let command: RecordedCommand<Catalogue> = try Self.command(submission, at: entry)
      found.catalogue[entry.seq, default: .init()].replacement = command
      return command.at
    default:
      throw .badAlteration(
        "A command on an order can't stand in the place of one on the catalogue, nor the other way.",
        "Skip the one and insert the other.")
    }
  }

  /// Reads a command, or a whole import line, with what it lacks taken from the entry.
  private mutating func read(_ json: String, at entry: Entry, flag: String) throws(Failure)
    -> ImportLine
  {
    do throws(JSONError) {
      var line = try JSONValue(parsing: json)
      if line["command"] == nil { line = .object([.init("command", line)]) }
      if line["at"] == nil { line["at"] = .string(entry.at.description) }
      if line["actor"] == nil { line["actor"] = .string(entry.storage.string(entry.actor)) }
      if line["order"] == nil && line["stream"] == nil {
        line["stream"] = .string(entry.storage.string(entry.stream))
      }
      var writer = JSONWriter()
      writer.value(line)
      return try lines.read(writer.storage(), in: 0..<writer.count)
    } catch {
      throw .badAlteration(
        "What \(flag) \(entry.seq) is given isn't a command: \(error.message)",
        #"A command is written as in an import: {"type":"pay-order","amount":1250}."#)
    }
  }

  private static func command<D>(_ submission: Submission<D.Command>, at entry: Entry)
    throws(Failure) -> RecordedCommand<D>
  {
    let id: String? = if case .id(let id) = submission.target { id } else { nil }
    guard let stream = StreamName(category: D.category, id: id) else {
      throw .noSuchOrder(id ?? "", at: nil)
    }
    return RecordedCommand(
      submission.command, seq: entry.seq, at: submission.at ?? entry.at, stream: stream,
      actor: submission.actor, id: submission.id, expect: submission.expect,
      reason: submission.reason)
  }

  private static func split(_ text: String, _ flag: String) throws(Failure) -> (Int, String) {
    guard let sign = text.firstIndex(of: "=") else {
      throw .badAlteration(
        "\(flag) needs an entry's number, =, and what is to be there.",
        "See `cleanstore help what-if`.")
    }
    return (try seq(String(text[..<sign])), String(text[text.index(after: sign)...]))
  }

  private static func seq(_ text: String) throws(Failure) -> Int {
    let digits = text.hasPrefix("@") ? String(text.dropFirst()) : text
    guard let seq = Int(digits), seq > 0, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else {
      throw .badAlteration(
        "'\(text)' is no number of an entry.", "`cleanstore log` shows the entries' numbers.")
    }
    return seq
  }
}

extension Failure {
  fileprivate static func badAlteration(_ message: String, _ hint: String) -> Failure {
    Failure(.usage, code: "bad-alteration", message, hint: hint)
  }

  fileprivate static func badTime(_ seq: Int) -> Failure {
    Failure(
      .usage, code: "bad-time", "Times would decrease at entry \(seq).",
      hint: "Choose times between those of the entry before and the one behind.")
  }
}
