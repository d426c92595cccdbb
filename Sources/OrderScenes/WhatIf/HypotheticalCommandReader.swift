// Reads a command that was typed to be asked at an entry. What it leaves out is written behind it, not
// between, so that errors are where they are in what was typed.

import HistoryScenes
import EventSourcing
import JSONLines

/// Reads commands as they are typed: JSON as in an import, without what the entry says already.
struct HypotheticalCommandReader {
  /// What a command is asked at: an entry, or the end of the history.
  struct Setting {
    /// The entry's number.
    let seq: Int
    /// What the command takes over; nil in a history without entries.
    let entry: (at: Timestamp, actor: String, stream: String)?

    /// At an entry.
    init(_ entry: Entry) { self.init(entry, seq: entry.seq) }

    /// Behind the last entry; nil if there is none.
    init(behind entry: Entry?) { self.init(entry, seq: (entry?.seq ?? 0) + 1) }

    private init(_ entry: Entry?, seq: Int) {
      self.seq = seq
      self.entry = entry.map { entry in
        (entry.at, entry.storage.string(entry.actor), entry.storage.string(entry.stream))
      }
    }
  }

  private var lines = ImportLineReader()

  /// Reads a command, or a whole import line.
  ///
  /// - Parameter flag: What it was given to, for errors.
  mutating func read(_ json: String, at setting: Setting, flag: String) throws(Failure)
    -> ImportLine
  {
    let typed: JSONValue
    do throws(JSONError) {
      typed = try JSONValue(parsing: json)
    } catch {
      throw .notACommand("\(flag) \(setting.seq)", byte: error.offset, error.message)
    }
    let opening = typed["command"] == nil ? #"{"command":"# : ""
    let line = ByteStorage.copy(of: opening + Self.complete(json, typed, setting))
    do throws(JSONError) {
      return try lines.read(line, in: 0..<line.count)
    } catch {
      // What is missing is nowhere.
      let byte = error.code == .missingKey ? nil : error.offset - opening.utf8.count
      throw .notACommand(
        "\(flag) \(setting.seq)", byte: byte,
        ImportLineReader.explain(error, in: line, line: 0..<line.count))
    }
  }

  /// What was typed, and the rest of an import line behind it.
  private static func complete(_ json: String, _ typed: JSONValue, _ setting: Setting) -> String {
    var rest: [JSONValue.Member] = []
    let isLine = typed["command"] != nil
    let known = isLine ? typed : .object([])
    if let entry = setting.entry {
      if known["at"] == nil { rest.append(.init("at", .string(entry.at.description))) }
      if known["actor"] == nil { rest.append(.init("actor", .string(entry.actor))) }
      if known["order"] == nil && known["stream"] == nil {
        rest.append(.init("stream", .string(entry.stream)))
      }
    }
    let end = isLine ? json.utf8.lastIndex(of: 0x7D) ?? json.endIndex : json.endIndex
    return json[..<end] + (rest.isEmpty ? "}" : "," + JSONValue.object(rest).line.dropFirst())
  }
}

extension Failure {
  fileprivate static func notACommand(_ given: String, byte: Int?, _ reason: String) -> Failure {
    let place = byte.map { ", at byte \($0)" } ?? ""
    return .badAlteration(
      "What \(given) is given isn't a command\(place): \(reason)",
      #"A command is written as in an import: {"type":"pay-order","amount":1250}."#)
  }
}
