// What differs between two sets of states: of one history at two moments, or of two histories.

import EventSourcing

/// A stream that differs between two sets of states.
package struct StateDifference<D: InspectableDecider>: Sendable {
  /// Empty for a domain with a single stream.
  package let id: String
  /// Its state in the first set; nil if it has none there.
  package let before: D.State?
  /// Its state in the second set; nil if it has none there.
  package let after: D.State?
}

extension StateProjection where D: InspectableDecider {
  /// The streams that differ in another set: those of this set in the order of their first
  /// appearance, then those that only the other one has.
  ///
  /// - Parameters:
  ///   - other: The other set.
  ///   - sharesHistory: Whether both are of one history, where a stream at one revision has one
  ///     state, so that most need not be looked at. O(n), and in the length of the states else.
  package func differences(to other: StateProjection<D>, sharesHistory: Bool)
    -> [StateDifference<D>]
  {
    var found: [StateDifference<D>] = []
    for index in states.indices {
      let name = streams.name(index)
      let place = name.withBytes { other.streams.find($0) }
      if sharesHistory, let place, revisions[index] == other.revisions[place] { continue }
      let id = Self.id(in: name)
      found += Self.difference(id, states[index], place.map { other.states[$0] } ?? D.initial)
    }
    for index in other.states.indices {
      let name = other.streams.name(index)
      guard name.withBytes({ streams.find($0) }) == nil else { continue }
      found += Self.difference(Self.id(in: name), D.initial, other.states[index])
    }
    return found
  }

  /// One or none. A stream without entries is as every stream begins.
  private static func difference(_ id: String, _ before: D.State, _ after: D.State)
    -> [StateDifference<D>]
  {
    let fields = (D.fields(of: before, id: id), D.fields(of: after, id: id))
    guard fields.0 != fields.1 else { return [] }
    return [
      StateDifference(
        id: id, before: fields.0.leaves.isEmpty ? nil : before,
        after: fields.1.leaves.isEmpty ? nil : after)
    ]
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
