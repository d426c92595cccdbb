// Remembers how far a fold came, also when it then fails.

import EventSourcing
import JSONLines

/// A projection that counts what another one took in.
struct Counting<Inner: Projection>: Projection {
  private var inner: Inner
  private(set) var entries = 0
  private(set) var bytes = 0
  private(set) var seq = 0

  init(_ inner: Inner) { self.inner = inner }

  var upcasters: [Upcaster] { inner.upcasters }

  mutating func command(_ reader: inout JSONReader, of entry: Entry) throws(JSONError) {
    try inner.command(&reader, of: entry)
  }
  mutating func events(_ reader: inout JSONReader, of entry: Entry) throws(JSONError) {
    try inner.events(&reader, of: entry)
  }
  mutating func rejected(_ reader: inout JSONReader, of entry: Entry) throws(JSONError) {
    try inner.rejected(&reader, of: entry)
  }
  mutating func personal(_ reader: inout JSONReader, of entry: Entry) throws(JSONError) {
    try inner.personal(&reader, of: entry)
  }
  mutating func apply(_ entry: Entry) throws(EntryDefect) {
    try inner.apply(entry)
    entries += 1
    bytes += entry.line.count + 1
    seq = entry.seq
  }
}
