// The differences between two sets of states: of one history at two moments, or of two histories.

/// The relation of a set of states to another one that it is compared with.
package enum ComparedSet {
  /// Both are of one history, this one at an earlier moment, or the same.
  case earlier
  /// Both are of one history, this one at a later moment.
  case later
  /// They are of two histories.
  case other
}

extension StateProjection where D: InspectableDecider {
  /// Passes the streams that differ in another set, or in what was erased of them: those of this set in
  /// the order of their first appearance, then those that only the other one has.
  ///
  /// - Parameters:
  ///   - other: The other set.
  ///   - side: The relation of this set to the other one. In one history, a stream at one revision has one
  ///     state, so most need not be looked at. O(n), and in the length of the states else.
  ///   - body: Gets the stream's id, empty for a domain with a single stream, its fields in both sets,
  ///     nil where it has none, and whether these have lost different ones.
  package func eachDifference<E: Error>(
    to other: StateProjection<D>, as side: ComparedSet,
    _ body: (_ id: String, _ before: FieldTree?, _ after: FieldTree?, _ haveOtherLost: Bool)
      throws(E) -> Void
  ) throws(E) {
    for index in states.indices {
      let name = streams.name(index)
      let place = name.withBytes { other.streams.find($0) }
      if side != .other, let place, revisions[index] == other.revisions[place] { continue }
      let haveOtherErasures = erasures(of: index) != (place.map { other.erasures(of: $0) } ?? [])
      try Self.compare(
        Self.id(in: name), states[index], place.map { other.states[$0] } ?? D.initial, as: side,
        haveOtherErasures: haveOtherErasures, body)
    }
    for index in other.states.indices {
      let name = other.streams.name(index)
      guard name.withBytes({ streams.find($0) }) == nil else { continue }
      try Self.compare(
        Self.id(in: name), D.initial, other.states[index], as: side,
        haveOtherErasures: !other.erasures(of: index).isEmpty, body)
    }
  }

  /// A stream without entries is as every stream begins.
  private static func compare<E: Error>(
    _ id: String, _ before: D.State, _ after: D.State, as side: ComparedSet,
    haveOtherErasures: Bool, _ body: (String, FieldTree?, FieldTree?, Bool) throws(E) -> Void
  ) throws(E) {
    var fields = (D.fields(of: before, id: id), D.fields(of: after, id: id))
    let haveOtherLost = fields.0.lost != fields.1.lost
    // Data that was lost in between is known of the earlier moment, but doesn't follow from the later one.
    if side != .earlier { fields = FieldTree.ofTwoHistories(fields.0, fields.1) }
    guard haveOtherErasures || !fields.0.differences(to: fields.1).isEmpty else { return }
    try body(
      id, fields.0.leaves.isEmpty ? nil : fields.0, fields.1.leaves.isEmpty ? nil : fields.1,
      haveOtherLost)
  }

  private static func id(in name: String) -> String {
    name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? ""
  }
}

extension String {
  fileprivate func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
