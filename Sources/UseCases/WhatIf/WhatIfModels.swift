// The messages of the scene that lets a history go another way.

public import JSONLines

/// Asks something otherwise in a history, decides again what comes after, and tells what differs.
/// Nothing of it is recorded.
public enum WhatIf {
  /// What is asked otherwise, as it was typed.
  public struct Request: Sendable {
    /// Numbers of entries whose commands aren't asked.
    public var skipped: [String] = []
    /// Numbers of entries with what is asked instead: `7={"type":"cancel-order"}`.
    public var replaced: [String] = []
    /// Numbers of entries with what is asked before them.
    public var inserted: [String] = []
    /// Numbers of entries with the times at which they are asked instead: `7=2026-01-31T12:00Z`.
    public var timed: [String] = []

    /// Nothing is asked otherwise.
    public init() {}
  }
}

/// Takes the lines of the history as it would be.
public protocol HistoryLineOutput: AnyObject {
  /// Takes a line without its LF.
  func write(line: borrowing JSONWriter) throws(Failure)
}

extension HistoryLineOutput {
  /// Takes a line without its LF.
  public func write(_ line: String) throws(Failure) {
    var writer = JSONWriter(capacity: line.utf8.count)
    var line = line
    line.withUTF8 { writer.raw(UnsafeRawBufferPointer($0)) }
    try write(line: writer)
  }
}

/// Lets histories go another way.
public protocol WhatIfBusinessLogic {
  /// Decides again and hands what differs to the presenter.
  ///
  /// - Returns: Whether nothing differs.
  func tell(_ request: WhatIf.Request) throws(Failure) -> Bool
}
