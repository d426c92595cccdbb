// Facts about a long log that are known without reading it.

/// Facts about a log that are known without reading all of it: enough to go on with it.
@usableFromInline package struct LogOutline: Sendable {
  /// The number of the last entry.
  public let seq: Int
  /// The time of the last entry; nil if it is to be read.
  let at: Timestamp?
  /// A place from which reading finds the log's end, and where its last write begins.
  public let cursor: LogCursor
  /// The version of the rules there; nil if the entry after it names one.
  public let rulesVersion: String?
  /// The entries that have a term, and perhaps others, at least through one.
  package let part: @Sendable (_ term: EntryTerm, _ seq: Int) throws(LogError) -> any EntrySource
  /// The whole log.
  let whole: any EntrySource
  /// The ids in a category that are numbers: ranges in any order, that may overlap; nil if that takes
  /// reading all entries.
  let numbers: @Sendable (_ category: String) -> [ClosedRange<Int>]?

  /// Makes an outline of these facts.
  public init(
    seq: Int, at: Timestamp? = nil, cursor: LogCursor, rulesVersion: String?,
    whole: any EntrySource,
    part:
      @escaping @Sendable (_ term: EntryTerm, _ seq: Int) throws(LogError) ->
      any EntrySource,
    numbers: @escaping @Sendable (_ category: String) -> [ClosedRange<Int>]?
  ) {
    self.seq = seq
    self.at = at
    self.cursor = cursor
    self.rulesVersion = rulesVersion
    self.whole = whole
    self.part = part
    self.numbers = numbers
  }
}
