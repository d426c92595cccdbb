// Says of a line that can't be a command what the reader of its JSON can't, because that knows no
// commands: which key, which types there are, what an id looks like. Happens once in an import.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders

extension ImportLineReader {
  /// What is wrong with a line that couldn't be read, in a sentence.
  ///
  /// - Parameter line: The same range that was to be read.
  static func explain(_ error: JSONError, in storage: ByteStorage, line: Range<Int>) -> String {
    let members = Members(storage, in: line)
    return switch error.code {
    case .unknownKey: unknownKey(storage.bytes[error.offset..<line.upperBound])
    case .missingKey: members.missing(at: error.offset)
    case .invalidValue: members.expected(at: error.offset) ?? error.message
    case .duplicateKey where members.isForTwo(at: error.offset):
      "A line has 'order' or 'stream', not both."
    default: error.message
    }
  }

  /// Quotes a key only if it looks like one: it may be anything, personal data too.
  private static func unknownKey(_ rest: Slice<UnsafeRawBufferPointer>) -> String {
    let key = String(decoding: rest.prefix { $0 != 0x22 }, as: UTF8.self)
    let isName =
      key.utf8.count <= 40 && key.first?.isLetter == true
      && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    return isName ? "The key '\(key)' isn't known." : "This key isn't known."
  }

  /// Where the values of a line's members stand, as far as they can be read.
  private struct Members {
    private static let names = ["at", "actor", "order", "stream", "command"]
    private let storage: ByteStorage
    private let line: Range<Int>
    private var values: [String: Range<Int>] = [:]

    init(_ storage: ByteStorage, in line: Range<Int>) {
      self.storage = storage
      self.line = line
      var reader = JSONReader(storage, in: line, profile: .anyOrder)
      var keys = ObjectKeys()
      guard (try? reader.beginObject()) != nil else { return }
      while let rank = try? reader.nextKey(&keys, ImportLineReader.keys) {
        guard let value = try? reader.skipValue(checkingDuplicates: false) else { return }
        if Self.names.indices.contains(rank) { values[Self.names[rank]] = value }
      }
    }

    /// What the line lacks, or else its command.
    func missing(at offset: Int) -> String {
      guard offset == line.lowerBound else { return "The command lacks its 'type'." }
      let isForNothing = values["order"] == nil && values["stream"] == nil
      var lacking = ["at", "actor", "command"].filter { values[$0] == nil }.map { "'\($0)'" }
      if isForNothing { lacking.append("'order' or 'stream'") }
      return "The line lacks \(lacking.joined(separator: " and "))."
    }

    /// Whether this is where the line names for the second time what it is for.
    func isForTwo(at offset: Int) -> Bool {
      guard let order = values["order"], let stream = values["stream"] else { return false }
      return offset == max(order.lowerBound, stream.lowerBound)
    }

    /// What should stand there instead; nil if it is no value of these.
    func expected(at offset: Int) -> String? {
      switch Self.names.first(where: { values[$0]?.contains(offset) == true }) {
      case "at": "A time is a day and a time of that day in UTC: 2026-01-31T12:00:00Z."
      case "order": StreamName.idRule
      case "stream": "A stream is 'catalog', or 'order/' and an id. " + StreamName.idRule
      case "command": "There is no such command; there are \(types.joined(separator: ", "))."
      default: nil
      }
    }

    private var types: [String] {
      let isCatalogue = values["stream"].map { stream in
        storage.bytes[stream].elementsEqual("\"\(Catalogue.category)\"".utf8)
      }
      return isCatalogue == true ? Catalogue.commandTypes : Orders.commandTypes
    }
  }
}
