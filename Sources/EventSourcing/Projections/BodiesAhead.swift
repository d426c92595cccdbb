// A domain's part of entries, decoded ahead of the projection that needs it.

import JSONLines

/// The bodies of the chunk that is being read, if they were decoded ahead.
@usableFromInline final class BodiesAhead<D: CodableDecider> {
  @exclusivity(unchecked) @usableFromInline var column: BodyColumn<D>?

  @inlinable init() {}

  /// Has such bodies decoded from now on.
  @inlinable init(_ body: DomainBody<D>, on readAhead: ReadAhead) {
    readAhead.add { [self] in
      let column = BodyColumn(body)
      return ColumnAhead(
        fill: { column.fill($0) }, clear: { column.clear() }, open: { self.column = column },
        close: { self.column = nil })
    }
  }
}

/// The bodies of a chunk's entries that are of one domain and can be decoded.
@usableFromInline final class BodyColumn<D: CodableDecider> {
  @exclusivity(unchecked) @usableFromInline var bodies: [DomainBody<D>] = []
  /// Of their streams' names, as a table of streams has them.
  @exclusivity(unchecked) @usableFromInline var hashes: [UInt32] = []
  /// Where their entries' lines begin.
  @exclusivity(unchecked) @usableFromInline var offsets: [Int] = []
  @exclusivity(unchecked) @usableFromInline var place = 0
  @usableFromInline var storage = ByteStorage.empty
  @usableFromInline let blank: DomainBody<D>

  @inlinable init(_ blank: DomainBody<D>) { self.blank = blank }

  @inlinable func fill(_ lines: [DecodedLine]) {
    guard let first = lines.first?.entry else { return }
    storage = first.storage
    for index in lines.indices {
      if bodies.count == offsets.count { bodies.append(blank) }
      let count = offsets.count
      do throws(JSONError) {
        try bodies[count].decode(lines[index].entry)
      } catch {
        // Told by the projection, which finds no body here and decodes the entry itself.
        continue
      }
      guard bodies[count].isMine else { continue }
      offsets.append(lines[index].entry.line.lowerBound)
      hashes.append(StreamTable.hash(storage.slice(lines[index].entry.stream)))
    }
  }

  /// Lets go of everything that points into the storage.
  @inlinable func clear() {
    storage = .empty
    place = 0
    offsets.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    for index in bodies.indices { bodies[index].forget() }
  }

  /// Puts what was decoded of an entry into a body.
  ///
  /// An entry is identified by its bytes: so it doesn't matter who has read it.
  ///
  /// - Returns: false if it isn't here.
  @inlinable @inline(__always)
  func take(_ entry: Entry, into body: inout DomainBody<D>) -> Bool {
    guard entry.storage === storage else { return false }
    let offset = entry.line.lowerBound
    while place < offsets.count, offsets[place] < offset { place &+= 1 }
    guard place < offsets.count, offsets[place] == offset else { return false }
    body.exchange(with: &bodies[place])
    body.isFirstAhead = place == 0
    place &+= 1
    return true
  }
}
