// Matches the elements of a list with those before. Their places don't tell: if the first of two is removed, the second
// one becomes the first and is still the same.

/// The elements of a list, with their places in the same list before.
package struct ListMatch: Equatable, Sendable {
  /// The place of each element before; nil if it was inserted.
  package private(set) var origins: [Int?]
  /// The places before of those that were removed, in order.
  package private(set) var removed: [Int] = []

  /// Elements that are the same in all parts belong together, wherever they are; of the others, those with the same
  /// identity, or without any, that have most parts in common.
  ///
  /// - Parameters:
  ///   - before: The elements before, each as its parts.
  ///   - after: The elements now.
  ///   - identity: The name of the part that tells an element from others; nil if none does.
  ///   - name: The name of a part.
  /// - Complexity: O(n), and O(m²) for the m elements that were changed, inserted or removed.
  package init<Part: Hashable>(
    _ before: [[Part]], _ after: [[Part]], identity: String?, name: (Part) -> some StringProtocol
  ) {
    func identifying(_ parts: [Part]) -> Part? {
      identity.flatMap { identity in parts.first { name($0) == identity } }
    }
    origins = Array(repeating: nil, count: after.count)
    var free = Set(before.indices)
    // The last of equal ones is at the end of each list, so that the first is taken first.
    var equal = Dictionary(grouping: before.indices.reversed()) { before[$0] }
    for index in after.indices {
      guard let place = equal[after[index]]?.popLast() else { continue }
      origins[index] = place
      free.remove(place)
    }
    var candidates = Dictionary(grouping: free.sorted()) { identifying(before[$0]) }
    for index in after.indices where origins[index] == nil {
      let key = identifying(after[index])
      let shared = (candidates[key] ?? []).map { place in
        (place: place, parts: before[place].count { after[index].contains($0) })
      }
      guard let best = shared.max(by: { $0.parts < $1.parts }), best.parts > 0 else { continue }
      origins[index] = best.place
      free.remove(best.place)
      candidates[key]?.removeAll { $0 == best.place }
    }
    removed = free.sorted()
  }

  /// The place before of the element at a place, or of one that was removed from there; nil if there was none.
  package func origin(of index: Int) -> Int? {
    if index < origins.count { return origins[index] }
    return removed.contains(index) ? index : nil
  }
}
