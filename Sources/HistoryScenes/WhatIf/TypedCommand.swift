// A command as it is typed in JSON: as in an import line, but of any domain. Unknown keys are refused.

import Conventions
import EventSourcing
import JSONLines
import Replay

protocol HypotheticalCommand {
  var at: Timestamp { get }
}

extension RecordedCommand: HypotheticalCommand {}

private protocol ReadCommand {
  func recorded(seq: Int, at: Timestamp, stream: StreamName, actor: String)
    -> any HypotheticalCommand
}

private struct DomainCommand<D: HistoryDomain>: ReadCommand {
  let read: ImportedCommand<D.Command>

  func recorded(seq: Int, at: Timestamp, stream: StreamName, actor: String)
    -> any HypotheticalCommand
  {
    RecordedCommand<D>(
      read.command, seq: seq, at: at, stream: stream, actor: actor, id: read.id,
      expect: read.expect, reason: read.reason)
  }
}

extension HistoryDomain {
  fileprivate static func read(_ reader: inout JSONReader) throws(JSONError) -> any ReadCommand {
    DomainCommand<Self>(read: try readImport(&reader))
  }
}

/// Reads lines of commands: `{"at","actor","order"|"stream","command"}`, with the main domain's noun.
struct TypedCommandReader {
  private static let keys = KeyTable("at", "actor", "stream", "command")
  let domains: HistoryDomains

  /// - Throws: `JSONError`: why the line can't be a command.
  func read(_ storage: ByteStorage, in line: Range<Int>, seq: Int) throws(JSONError)
    -> (domain: Int, command: any HypotheticalCommand)
  {
    var reader = JSONReader(storage, in: line, profile: .anyOrder)
    var at: Timestamp?
    var actor: String?
    var target: (domain: Int, stream: StreamName)?
    var command: (any ReadCommand)?
    var unread: Range<Int>?
    var keys = ObjectKeys()
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, Self.keys) {
      switch rank {
      case 0: at = try time(&reader)
      case 1: actor = reader.storage.string(try reader.text())
      case 3:
        if let target {
          command = try domains.all[target.domain].read(&reader)
        } else {
          unread = try reader.skipValue(checkingDuplicates: false)
        }
      case 2:
        guard target == nil else { throw JSONError(.duplicateKey, at: reader.position) }
        target = try stream(&reader)
      default:
        guard reader.storage.string(reader.lastKey) == domains.words.noun else {
          throw JSONError(.unknownKey, at: reader.lastKey.quote)
        }
        guard target == nil else { throw JSONError(.duplicateKey, at: reader.position) }
        target = try id(&reader)
      }
    }
    try reader.endOfDocument()
    if let target, let unread {
      var payload = JSONReader(storage, in: unread, profile: .anyOrder)
      command = try domains.all[target.domain].read(&payload)
    }
    guard let at, let actor, let command, let target else {
      throw JSONError(.missingKey, at: line.lowerBound)
    }
    return (
      target.domain, command.recorded(seq: seq, at: at, stream: target.stream, actor: actor)
    )
  }

  private func time(_ reader: inout JSONReader) throws(JSONError) -> Timestamp {
    let range = try reader.text()
    guard let time = Timestamp(written: reader.storage.string(range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    return time
  }

  private func id(_ reader: inout JSONReader) throws(JSONError) -> (Int, StreamName) {
    let range = try reader.text()
    guard
      let stream = StreamName(
        category: domains.main.category, id: reader.storage.string(range))
    else { throw JSONError(.invalidValue, at: range.quote) }
    return (0, stream)
  }

  private func stream(_ reader: inout JSONReader) throws(JSONError) -> (Int, StreamName) {
    let range = try reader.text()
    guard let name = StreamName(Text(reader.storage, range)),
      let domain = domains.all.firstIndex(where: { $0.category == name.category }),
      domains.all[domain].isSingleStream == (name.id == nil)
    else { throw JSONError(.invalidValue, at: range.quote) }
    return (domain, name)
  }
}
