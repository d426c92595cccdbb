// Makes what was typed into alterations of entries. What a command line leaves out (time, actor,
// stream) is taken from the entry that it is about, so the history is read once for that.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

/// Reads alterations.
struct AlterationReader {
  private enum Edit {
    case skip
    case replace(String)
    case insert(String)
    case time(Timestamp)
  }

  private var edits: [Int: [Edit]] = [:]
  private var found = Alterations()
  private var commands = HypotheticalCommandReader()
  /// The time of the last command that is asked.
  private var last = Timestamp.earliest

  init(_ request: WhatIf.Request) throws(Failure) {
    for text in request.skipped { try add(.skip, at: try Self.seq(text)) }
    for text in request.inserted {
      let (seq, json) = try Self.split(text, "--insert")
      try add(.insert(json), at: seq)
    }
    for text in request.replaced {
      let (seq, json) = try Self.split(text, "--replace")
      try add(.replace(json), at: seq)
    }
    for text in request.timed {
      let (seq, time) = try Self.split(text, "--time")
      guard time.utf8.count > 10, let time = Timestamp(loosely: time) else {
        throw .badAlteration(
          "'\(time)' is no time.", "Times are written 2026-01-31T12:00Z, in UTC.")
      }
      try add(.time(time), at: seq)
    }
    guard !edits.isEmpty else {
      throw .badAlteration(
        "Nothing is asked otherwise.", "Use --skip, --replace, --insert or --time.")
    }
  }

  /// Keeps an edit, unless it or another one of the same entry would come to nothing.
  private mutating func add(_ edit: Edit, at seq: Int) throws(Failure) {
    for other in edits[seq] ?? [] {
      let clash: String? =
        switch (other, edit) {
        case (.skip, .replace): "both skipped and replaced"
        case (.skip, .time): "both skipped and asked at another time"
        case (.replace, .replace): "replaced twice"
        case (.time, .time): "asked at two times"
        default: nil
        }
      guard let clash else { continue }
      throw .badAlteration("Entry \(seq) can't be \(clash).", "Say one of the two.")
    }
    edits[seq, default: []].append(edit)
  }

  /// Finds the entries in a history.
  mutating func read(_ source: any EntrySource) throws(Failure) -> Alterations {
    var left = Set(edits.keys)
    var reader = try Failure.of { () throws(LogError) in try EntryReader(source) }
    var end = HypotheticalCommandReader.Setting(behind: nil)
    while let entry = try Failure.of({ () throws(LogError) in try reader.next() }) {
      let time = left.remove(entry.seq) == nil ? entry.at : try alter(entry)
      guard time >= last else { throw .badTime(entry.seq) }
      last = time
      if edits[entry.seq + 1] != nil { end = HypotheticalCommandReader.Setting(behind: entry) }
    }
    if end.seq == reader.seq + 1, try insert(at: end) { left.remove(end.seq) }
    if let missing = left.min() { throw Failure(LogError.noEntry(missing, end: reader.seq)) }
    return found
  }

  /// - Returns: The time at which the entry's command, or what is in its place, is asked.
  private mutating func alter(_ entry: Entry) throws(Failure) -> Timestamp {
    var time = entry.at
    for edit in edits[entry.seq] ?? [] {
      switch edit {
      case .skip: found.skip(entry)
      case .time(let new):
        time = new
        found.ask(entry, at: new)
      case .insert(let json): try insert(json, at: HypotheticalCommandReader.Setting(entry))
      case .replace(let json): time = try replace(json, entry)
      }
    }
    return time
  }

  /// Inserts what is asked behind the last entry.
  ///
  /// - Returns: Whether that is all that is asked there.
  private mutating func insert(at end: HypotheticalCommandReader.Setting) throws(Failure) -> Bool {
    for edit in edits[end.seq] ?? [] {
      guard case .insert(let json) = edit else { return false }
      try insert(json, at: end)
    }
    return true
  }

  private mutating func insert(_ json: String, at setting: HypotheticalCommandReader.Setting)
    throws(Failure)
  {
    let seq = setting.seq
    let at: Timestamp
    switch try commands.read(json, at: setting, flag: "--insert") {
    case .order(let submission):
      let command: RecordedCommand<Orders> = try Self.command(submission, seq: seq)
      found.orders[seq, default: .init()].insertions.append(command)
      at = command.at
    case .catalogue(let submission):
      let command: RecordedCommand<Catalogue> = try Self.command(submission, seq: seq)
      found.catalogue[seq, default: .init()].insertions.append(command)
      at = command.at
    }
    guard at >= last else { throw .badTime(seq) }
    last = at
  }

  private mutating func replace(_ json: String, _ entry: Entry) throws(Failure) -> Timestamp {
    let isOrder = entry.isAboutOrder
    switch try commands.read(json, at: .init(entry), flag: "--replace") {
    case .order(let submission) where isOrder:
      let command: RecordedCommand<Orders> = try Self.command(submission, seq: entry.seq)
      found.orders[entry.seq, default: .init()].replacement = command
      return command.at
    case .catalogue(let submission) where !isOrder:
      let command: RecordedCommand<Catalogue> = try Self.command(submission, seq: entry.seq)
      found.catalogue[entry.seq, default: .init()].replacement = command
      return command.at
    default:
      throw .badAlteration(
        "A command on an order can't stand in the place of one on the catalogue, nor the other way.",
        "Skip the one and insert the other.")
    }
  }

  private static func command<D>(_ submission: Submission<D.Command>, seq: Int)
    throws(Failure) -> RecordedCommand<D>
  {
    let id: String? = if case .id(let id) = submission.target { id } else { nil }
    guard let stream = StreamName(category: D.category, id: id), let at = submission.at else {
      throw .noSuchOrder(id ?? "", at: nil)
    }
    return RecordedCommand(
      submission.command, seq: seq, at: at, stream: stream,
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
  static func badAlteration(_ message: String, _ hint: String) -> Failure {
    Failure(.usage, code: "bad-alteration", message, hint: hint)
  }

  fileprivate static func badTime(_ seq: Int) -> Failure {
    Failure(
      .usage, code: "bad-time", "Times would decrease at entry \(seq).",
      hint: "Choose times between those of the entry before and the one behind.")
  }
}
