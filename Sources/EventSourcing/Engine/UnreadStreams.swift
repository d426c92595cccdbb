// The streams of a long log that an engine reads when they are first asked for, instead of all when it is
// opened.

import JSONLines

@usableFromInline final class UnreadStreams {
  private let states: [AnyStreamStates]
  private let source: any EntrySource
  private let outline: LogOutline
  /// Those that were read; the engine writes to no others.
  private var read: Set<Text> = []
  private var failure: LogError?

  /// - Parameters:
  ///   - source: The log.
  ///   - outline: What it was when the engine was opened.
  init(_ states: [AnyStreamStates], of source: any EntrySource, _ outline: LogOutline) {
    (self.states, self.source, self.outline) = (states, source, outline)
  }

  /// The ids in a category that are numbers, as ranges; nil if that takes reading all.
  func numbers(in category: String) throws(LogError) -> [ClosedRange<Int>]? {
    try outline.numbers(category)
  }

  /// Reads a stream into its domain's states, or all that weren't read, and notes the ids of its commands.
  func read(_ stream: StreamName?, _ ids: inout CommandIDs) throws(LogError) {
    if let failure { throw failure }
    if let stream, read.contains(stream.text) { return }
    do throws(LogError) {
      try fold(stream, &ids)
    } catch {
      // The states have some of its entries now, so it can't be tried again.
      failure = error
      throw error
    }
    if let stream { read.insert(stream.text) }
  }

  private func fold(_ stream: StreamName?, _ ids: inout CommandIDs) throws(LogError) {
    let part = try stream.flatMap { (stream) throws(LogError) in try source.part(of: [stream]) }
    var projection = StreamStatesProjection(states) { [read] name in
      if let stream { return stream.text == name }
      return !read.contains(name)
    }
    swap(&ids, &projection.commandIDs)
    defer { swap(&ids, &projection.commandIDs) }
    var reader = try EntryReader(part ?? source)
    while reader.seq < outline.seq, try reader.advance(into: &projection, through: outline.seq) {}
  }
}
