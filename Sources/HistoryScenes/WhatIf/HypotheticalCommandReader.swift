// Reads a hypothetical command for an entry. What it omits is appended rather than inserted, so
// that the places of errors are those of what was typed.

/// Reads commands as they are typed: JSON as in an import, without what the entry already has.
struct HypotheticalCommandReader {
  /// The place where a command is executed: at an entry, or at the end of the history.
  struct Setting {
    let seq: Int
    /// The facts that the command takes over; nil in a history without entries.
    let entry: (at: Timestamp, actor: String, stream: String)?

    init(_ entry: Entry) { self.init(entry, seq: entry.seq) }

    /// Makes the place after the last entry; the beginning if there is none.
    init(after entry: Entry?) { self.init(entry, seq: (entry?.seq ?? 0) + 1) }

    private init(_ entry: Entry?, seq: Int) {
      self.seq = seq
      self.entry = entry.map { entry in
        (entry.at, entry.storage.string(entry.actor), entry.storage.string(entry.stream))
      }
    }
  }

  private var lines: TypedLineReader

  init(of domains: HistoryDomains) { lines = TypedLineReader(of: domains) }

  /// - Parameter flag: The flag that it was given to, for errors.
  mutating func read(_ json: String, at setting: Setting, flag: String) throws(Failure)
    -> (domain: Int, command: any HypotheticalCommand)
  {
    let words = lines.domains.words
    let typed = try Failure.of(JSONError.self, JSONValue(parsing: json)) {
      .notACommand("\(flag) \(setting.seq)", byte: $0.offset, $0.message, words)
    }
    let opening = typed["command"] == nil ? #"{"command":"# : ""
    let line = ByteStorage.copy(of: opening + complete(json, typed, setting))
    do throws(JSONError) {
      return try lines.read(line, in: 0..<line.count, seq: setting.seq)
    } catch {
      // A missing key has no place.
      let byte = error.code == .missingKey ? nil : error.offset - opening.utf8.count
      throw .notACommand(
        "\(flag) \(setting.seq)", byte: byte,
        lines.domains.explain(error, in: line, line: 0..<line.count), words)
    }
  }

  /// The typed members, and the rest of an import line after them.
  private func complete(_ json: String, _ typed: JSONValue, _ setting: Setting) -> String {
    var rest: [JSONValue.Member] = []
    let isLine = typed["command"] != nil
    let known = isLine ? typed : .object([])
    if let entry = setting.entry {
      if known["at"] == nil { rest.append(.init("at", .string(entry.at.description))) }
      if known["actor"] == nil { rest.append(.init("actor", .string(entry.actor))) }
      if known[lines.domains.words.noun] == nil && known["stream"] == nil {
        rest.append(.init("stream", .string(entry.stream)))
      }
    }
    let end = isLine ? json.utf8.lastIndex(of: 0x7D) ?? json.endIndex : json.endIndex
    let members = FieldTree.Leaf(path: "", value: .object(rest)).json.dropFirst()
    return json[..<end] + (rest.isEmpty ? "}" : "," + members)
  }
}

extension Failure {
  fileprivate static func notACommand(
    _ given: String, byte: Int?, _ reason: String, _ words: DomainWords
  ) -> Failure {
    let place = byte.map { ", at byte \($0)" } ?? ""
    return .badAlteration(
      "The value of \(given) isn't a command\(place): \(reason)",
      words.commandHint)
  }
}
