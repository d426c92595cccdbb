// What streams have come to in the end, as lines that two machines, builds or releases can compare.

public import EventSourcing
public import JSONLines

/// The last state of one stream, not yet written.
public struct StreamEnd {
  /// The stream's name.
  public let name: String
  /// Writes it as `{"stream","rev","state"}`, `state` only if there is one.
  public let write: (inout JSONWriter) -> Void
}

extension StateProjection where D: ExaminedDecider {
  /// The ends of all streams, in no particular order. O(n), but the states are written only when they
  /// are asked for.
  public var ends: [StreamEnd] {
    (0..<streams.count).map { index in
      let name = streams.name(index)
      return StreamEnd(name: name) { (writer: inout JSONWriter) in
        writeEnd(of: index, name, to: &writer)
      }
    }
  }

  private func writeEnd(of index: Int, _ name: String, to writer: inout JSONWriter) {
    writer.raw(#"{"stream":"#)
    writer.string(name)
    writer.raw(#","rev":"#)
    writer.integer(Int64(revisions[index]))
    let end = writer.count
    writer.raw(#","state":"#)
    let id = name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? ""
    if !D.writeState(states[index], id: id, to: &writer) { writer.truncate(to: end) }
    writer.raw("}")
  }
}

extension [StreamEnd] {
  /// Writes the ends line by line in the order of their names, compared byte by byte, whatever
  /// category they are of.
  ///
  /// - Parameter line: Takes a line without its LF.
  /// - Returns: The SHA-256 of all lines with their LFs.
  public func digest(_ line: (borrowing JSONWriter) -> Void = { _ in }) -> String {
    var hash = SHA256()
    var writer = JSONWriter()
    for end in sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      writer.removeAll()
      end.write(&writer)
      line(writer)
      writer.raw("\n")
      writer.withBytes { hash.update($0) }
    }
    return hash.finish()
  }
}
