// Explains errors in a line that the JSON reader can't explain, because it knows no commands: which
// key is wrong, which types exist, what an id looks like. Happens once per import.

extension HistoryDomains {
  /// A sentence that says what is wrong with a line that couldn't be read as a command.
  ///
  /// - Parameter line: The range that was to be read.
  package func explain(_ error: JSONError, in storage: ByteStorage, line: Range<Int>) -> String {
    if let problem = storage.encodingProblem(at: line.lowerBound) { return problem }
    let members = Members(storage, in: line, of: self)
    return switch error.code {
    case .unknownKey:
      storage.word(at: error.offset).map { "Unknown key '\($0)'." } ?? "Unknown key."
    case .missingKey where error.key == nil: members.missing(at: error.offset)
    case .invalidValue: members.expected(at: error.offset) ?? error.message
    case .duplicateKey where members.isForTwo(at: error.offset):
      "A line has '\(words.noun)' or 'stream', not both."
    default: error.message
    }
  }

  private struct Members {
    private static let names = (0..<TypedLineReader.keys.count).map {
      "\(TypedLineReader.keys.name($0))"
    }
    private let domains: HistoryDomains
    private let storage: ByteStorage
    private let line: Range<Int>
    private var values: [String: Range<Int>] = [:]

    init(_ storage: ByteStorage, in line: Range<Int>, of domains: HistoryDomains) {
      self.domains = domains
      self.storage = storage
      self.line = line
      var reader = JSONReader(storage, in: line, profile: .anyOrder)
      var keys = ObjectKeys()
      guard (try? reader.beginObject()) != nil else { return }
      while let rank = try? reader.nextKey(&keys, TypedLineReader.keys) {
        let key =
          Self.names.indices.contains(rank) ? Self.names[rank] : storage.string(reader.lastKey)
        guard let value = try? reader.skipValue(checkingDuplicates: false) else { return }
        values[key] = value
      }
    }

    func missing(at offset: Int) -> String {
      guard offset == line.lowerBound else { return "The command has no 'type'." }
      let isForNothing = values[noun] == nil && values["stream"] == nil
      var lacking = ["at", "actor", "command"].filter { values[$0] == nil }.map { "'\($0)'" }
      if isForNothing { lacking.append("'\(noun)' or 'stream'") }
      return "The line has no \(lacking.joined(separator: " and no "))."
    }

    /// Whether this is where the line names for the second time what it is for.
    func isForTwo(at offset: Int) -> Bool {
      guard let order = values[noun], let stream = values["stream"] else { return false }
      return offset == max(order.lowerBound, stream.lowerBound)
    }

    /// A phrase that says what should be there instead; nil if it isn't one of these values.
    func expected(at offset: Int) -> String? {
      switch (Self.names + [noun]).first(where: { values[$0]?.contains(offset) == true }) {
      case "at":
        "A time is a day and a time of that day, in UTC or with an offset: 2026-01-31T12:00:00Z, "
          + "2026-01-31T13:00:00+01:00."
      case noun: StreamName.idRule
      case "meta": "It should be an object of texts."
      case "stream": "A stream is \(streams.joined(separator: ", or ")). " + StreamName.idRule
      case "command":
        types.isEmpty
          ? "There is no such command."
          : "There is no such command. The commands are \(types.joined(separator: ", "))."
      default: nil
      }
    }

    private var noun: String { domains.words.noun }

    private var streams: [String] {
      domains.all.sorted { $0.isSingleStream && !$1.isSingleStream }.map {
        $0.isSingleStream ? "'\($0.category)'" : "'\($0.category)/' and an id"
      }
    }

    private var types: [String] {
      let named = values["stream"].flatMap { stream in
        domains.all.first { storage.bytes[stream].elementsEqual("\"\($0.category)\"".utf8) }
      }
      return (named ?? domains.main).commandTypes
    }
  }
}
