// Notes which streams' personal data a history says was erased, while another projection reads it.

import EventSourcing

struct ErasureObserver<Base: Projection>: Projection {
  private var base: Base
  private(set) var streams = ErasedStreams()

  init(_ base: Base) { self.base = base }

  var upcasters: [Upcaster] { base.upcasters }
  var checksRevisions: Bool { base.checksRevisions }
  mutating func join(_ readAhead: ReadAhead) { base.join(readAhead) }

  mutating func begin(with base: LogBase) throws(LogError) { try self.base.begin(with: base) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try base.read(entry)
    streams.take(entry)
  }
}
