// One line of an import: when, who, on what, and the command. Stricter than a log line: unknown keys
// are refused, so that nothing slips in that must not be written down.

import Conventions
import EventSourcing
import JSONLines
import OrderDomain

enum ImportLine {
  case order(Submission<Orders.Command>)
  case catalogue(Submission<Catalogue.Command>)
}

struct ImportLineReader {
  static let keys = KeyTable("at", "actor", "order", "stream", "command")
  private var clock = TimestampText()

  private enum Target {
    case order(String)
    case catalogue
  }

  private enum Command {
    case order(String, ImportedCommand<Orders.Command>)
    case catalogue(ImportedCommand<Catalogue.Command>)
  }

  /// - Throws: `JSONError`: why the line can't be a command.
  mutating func read(_ storage: ByteStorage, in line: Range<Int>) throws(JSONError) -> ImportLine {
    var reader = JSONReader(storage, in: line, profile: .anyOrder)
    var at: Timestamp?
    var actor: String?
    var target: Target?
    var targetPlace = line.lowerBound
    var command: Command?
    var unread: Range<Int>?
    var keys = ObjectKeys()
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, Self.keys) {
      switch rank {
      case 0: at = try time(&reader)
      case 1: actor = reader.storage.string(try reader.text())
      case 2, 3:
        guard target == nil else { throw JSONError(.duplicateKey, at: reader.position) }
        _ = try reader.peek()
        targetPlace = reader.position
        target = try rank == 2 ? order(&reader) : stream(&reader)
      case 4:
        // The command's owner is known already unless the keys are in an unusual order.
        if let target {
          command = try Self.command(for: target, &reader)
        } else {
          unread = try reader.skipValue(checkingDuplicates: false)
        }
      default: throw JSONError(.unknownKey, at: reader.lastKey.quote)
      }
    }
    try reader.endOfDocument()
    if let target, let unread {
      var payload = JSONReader(storage, in: unread, profile: .anyOrder)
      command = try Self.command(for: target, &payload)
    }
    guard let at, let actor, let command else {
      throw JSONError(.missingKey, at: line.lowerBound)
    }
    switch command {
    case .order(let id, let order):
      // Orders that have a word for a time as their id already keep it.
      if order.command.kind == .create, TimeWord(rawValue: id) != nil {
        throw JSONError(.invalidValue, at: targetPlace)
      }
      return .order(Self.submission(order, on: .id(id), by: actor, at: at))
    case .catalogue(let change):
      return .catalogue(Self.submission(change, on: .single, by: actor, at: at))
    }
  }

  private static func command(for target: Target, _ reader: inout JSONReader) throws(JSONError)
    -> Command
  {
    switch target {
    case .order(let id): .order(id, try Orders.readImport(&reader))
    case .catalogue: .catalogue(try Catalogue.readImport(&reader))
    }
  }

  private static func submission<C: Sendable>(
    _ imported: ImportedCommand<C>, on target: Submission<C>.Target, by actor: String,
    at: Timestamp
  ) -> Submission<C> {
    var submission = Submission(
      imported.command, on: target, by: actor, id: imported.id, expect: imported.expect,
      reason: imported.reason)
    submission.at = at
    return submission
  }

  private mutating func time(_ reader: inout JSONReader) throws(JSONError) -> Timestamp {
    let range = try reader.text()
    if let time = clock.parse(reader.storage.slice(range)) { return time }
    guard let time = Timestamp(written: reader.storage.string(range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    return time
  }

  private func order(_ reader: inout JSONReader) throws(JSONError) -> Target {
    let range = try reader.text()
    guard StreamName.isValid(id: reader.storage.slice(range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    return .order(reader.storage.string(range))
  }

  private func stream(_ reader: inout JSONReader) throws(JSONError) -> Target {
    let range = try reader.text()
    guard let name = StreamName(Text(reader.storage, range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    switch (name.category, name.id) {
    case (Orders.category, let id?): return .order(id)
    case (Catalogue.category, nil): return .catalogue
    default: throw JSONError(.invalidValue, at: range.quote)
    }
  }
}
