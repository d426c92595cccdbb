// A whole history of one domain in memory, for evaluating rules on it many times. Takes some 300
// bytes per entry besides its line: if one pass is enough, fold instead.

/// The commands of one domain out of a history, in order.
public struct RecordedHistory<D: InspectableDecider>: Sendable {
  package var commands: [RecordedCommand<D>] = []

  package init(_ commands: [RecordedCommand<D>]) { self.commands = commands }

  /// Reads the commands of the domain up to and including the entry `seq`; others are skipped.
  ///
  /// - Parameters:
  ///   - source: The history.
  ///   - stream: The only stream to read; all of the domain's if nil.
  ///   - seq: The last entry that is read.
  /// - Throws: The history's error.
  public init(_ source: any EntrySource, of stream: Text? = nil, through seq: Int = .max)
    throws(LogError)
  {
    try source.requireWhole()
    var reader = try EntryReader(source)
    var body = DomainBody<D>()
    while let entry = try reader.next(into: &body), entry.seq <= seq {
      if let stream, !entry.storage.slice(entry.stream).elementsEqual(stream.bytes) { continue }
      guard let command = RecordedCommand(entry, body, rulesVersion: reader.rulesVersion) else {
        continue
      }
      commands.append(stream == nil ? command : command.compacted)
    }
  }

  /// Reads the histories of some streams in one pass, each up to and including an entry.
  package static func histories(
    _ source: any EntrySource, of streams: [(name: Text, seq: Int)]
  ) throws(LogError) -> [RecordedHistory] {
    var table = StreamTable()
    for stream in streams { _ = table.insert(stream.name.bytes) }
    var histories = [RecordedHistory](repeating: RecordedHistory([]), count: streams.count)
    try source.requireWhole()
    var reader = try EntryReader(source)
    var body = DomainBody<D>()
    while let entry = try reader.next(into: &body) {
      guard let number = table.find(entry.storage.slice(entry.stream)),
        entry.seq <= streams[number].seq,
        let command = RecordedCommand(entry, body, rulesVersion: reader.rulesVersion)
      else { continue }
      histories[number].commands.append(command.compacted)
    }
    return histories
  }
}
