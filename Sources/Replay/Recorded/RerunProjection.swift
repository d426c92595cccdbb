// Decides the commands of a history once more while it is read, without keeping them.

public import EventSourcing
public import JSONLines

/// Executes the commands of one domain from the beginning, each on what came of those before.
public struct RerunProjection<D: ExaminedDecider>: Projection {
  private var body = DomainBody<D>(readsCommands: true)
  /// The streams as they have come about.
  public private(set) var rerun = Rerun<D>()
  /// The command of the entry that was applied last, and what comes of it now; nil if the entry is
  /// another domain's.
  public private(set) var last: (command: RecordedCommand<D>, verdict: Verdict<D>)?

  /// Nothing executed yet.
  public init() {}

  /// Reads the command.
  public mutating func command(_ reader: inout JSONReader, of stream: TextRange) throws(JSONError) {
    try body.command(&reader, of: stream)
  }
  /// Reads the events.
  public mutating func events(_ reader: inout JSONReader) throws(JSONError) {
    try body.events(&reader)
  }
  /// Reads the refusal.
  public mutating func rejected(_ reader: inout JSONReader) throws(JSONError) {
    try body.rejected(&reader)
  }
  /// Reads the personal block.
  public mutating func personal(_ reader: inout JSONReader) throws(JSONError) {
    try body.personal(&reader)
  }
  /// Brings old lines of the domain into today's form.
  public var upcasters: [Upcaster] { D.upcasters }

  /// Executes the entry's command.
  public mutating func apply(_ entry: Entry) throws(EntryDefect) {
    last = RecordedCommand(entry, body).map { ($0, rerun.execute($0)) }
  }
}
