// The seam between the envelope, which is the same for every domain, and what a domain puts in it.

import JSONLines

/// What is done with the parts of an entry that belong to its domain, while the line is read.
///
/// Each function must consume exactly one value; `command` starts an entry anew. They are called in
/// this order: `command`, then `events` or `rejected`, then `personal` if there is one and it isn't
/// erased.
public protocol EntryBody {
  /// Reads the command, the name of whose stream lies in this range of the reader's storage.
  mutating func command(_ reader: inout JSONReader, of stream: TextRange) throws(JSONError)
  /// Reads the array of events.
  mutating func events(_ reader: inout JSONReader) throws(JSONError)
  /// Reads the refusal.
  mutating func rejected(_ reader: inout JSONReader) throws(JSONError)
  /// Reads the personal block.
  mutating func personal(_ reader: inout JSONReader) throws(JSONError)
  /// What rewrites the lines that this body refuses as `unsupported`.
  var upcasters: [Upcaster] { get }
}

extension EntryBody {
  /// None.
  @inlinable public var upcasters: [Upcaster] { [] }
}

/// Reads no further than the envelope: the parts are checked as JSON and kept as ranges.
@frozen public struct EnvelopeOnly: EntryBody {
  // A value without size has no address of its own, and the thread sanitizer crashes when such a
  // one is passed inout.
  @usableFromInline let size: UInt8 = 0

  /// Reads no further than the envelope.
  @inlinable public init() {}
  /// Steps over the command.
  @inlinable public func command(_ reader: inout JSONReader, of stream: TextRange) throws(JSONError)
  {
    _ = try reader.skipValue(checkingDuplicates: false)
  }
  /// Steps over the events.
  @inlinable public func events(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.skipValue(checkingDuplicates: false)
  }
  /// Steps over the refusal.
  @inlinable public func rejected(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.skipValue(checkingDuplicates: false)
  }
  /// Steps over the personal block.
  @inlinable public func personal(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.skipValue(checkingDuplicates: false)
  }
}
