// The final states of streams, as lines that two machines, builds or releases can compare.

import Integrity

package struct StreamEnd {
  package let name: String
  /// Writes it as `{"stream","rev","state"}`, `state` only if there is one, or `{"stream","unknown"}`.
  package let write: (inout JSONWriter) -> Void
}

extension StateProjection where D: InspectableDecider {
  /// The final states of all streams, in no particular order. O(n), but the states are written only
  /// when requested.
  package var ends: [StreamEnd] {
    (0..<streams.count).map { index in
      let name = streams.name(index)
      return StreamEnd(name: name) { (writer: inout JSONWriter) in
        writeEnd(of: index, name, to: &writer)
      }
    }
  }

  private func writeEnd(of index: Int, _ name: String, to writer: inout JSONWriter) {
    let id = name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? ""
    writer.object {
      $0.member("stream", name)
      $0.member("rev", revisions[index])
      let end = $0.count
      var hasState = true
      $0.member("state") { hasState = D.writeState(states[index], id: id, to: &$0) }
      if !hasState { $0.truncate(to: end) }
    }
  }
}

extension Rerun {
  /// The ends of all streams, as far as they are known.
  package var ends: [StreamEnd] {
    streams.ends.map { end in
      if isKnown(Text(end.name)) { return end }
      return StreamEnd(name: end.name) { (writer: inout JSONWriter) in
        writer.object {
          $0.member("stream", end.name)
          $0.member("unknown", true)
        }
      }
    }
  }
}

extension [StreamEnd] {
  /// Writes the ends line by line in the order of their names, compared byte by byte, whatever
  /// category they are of, and returns the SHA-256 of all lines with their LFs.
  /// - Parameter line: Takes a line without its LF.
  package func digest(_ line: (borrowing JSONWriter) -> Void = { _ in }) -> String {
    var hash = SHA256()
    var writer = JSONWriter()
    // Names are ASCII, which strings compare byte by byte, too, and in a fraction of the time.
    for end in sorted(by: { $0.name < $1.name }) {
      writer.removeAll()
      end.write(&writer)
      line(writer)
      writer.raw("\n")
      writer.withBytes { hash.update($0) }
    }
    return hash.finish().hex
  }
}
