// A command of any domain as it is typed for a what-if.

protocol HypotheticalCommand {
  var at: Timestamp { get }
}

extension RecordedCommand: HypotheticalCommand {}

extension HistoryDomain {
  /// Reads a command, and returns a function that makes one of an entry of it; nil if it can't be one.
  fileprivate static func read(_ reader: inout JSONReader) throws(JSONError)
    -> (_ seq: Int, _ line: TypedLine) -> (any HypotheticalCommand)?
  {
    let read = try readImport(&reader)
    return { seq, line in
      guard let stream = line.target.stream(of: Self.self) else { return nil }
      return RecordedCommand<Self>(
        read.command, seq: seq, at: line.at, stream: stream, actor: line.actor, id: read.id,
        expect: read.expect, reason: read.reason)
    }
  }
}

extension Circumstances.Target {
  /// nil if it isn't decided yet which, or the id can't be one.
  func stream<D: HistoryDomain>(of domain: D.Type) -> StreamName? {
    switch self {
    case .id(let id): StreamName(category: D.category, id: id)
    case .single: StreamName(category: D.category, id: nil)
    case .new: nil
    }
  }
}

extension TypedLineReader {
  /// - Throws: `JSONError`: why the line can't be a command.
  mutating func read(_ storage: ByteStorage, in line: Range<Int>, seq: Int) throws(JSONError)
    -> (domain: Int, command: any HypotheticalCommand)
  {
    let (typed, make) = try read(storage, in: line) {
      [domains] (domain, reader) throws(JSONError) in try domains.all[domain].read(&reader)
    }
    guard let command = make(seq, typed) else {
      throw JSONError(.invalidValue, at: typed.targetPlace)
    }
    return (typed.domain, command)
  }
}
