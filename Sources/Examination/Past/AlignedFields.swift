// The fields of a state with the elements of its lists named as in a later state, so that both can be compared field by
// field though elements were inserted, removed or moved.

struct AlignedFields {
  /// The fields; elements that the other state doesn't have are named `items[-1]`, `items[-2]`, ….
  private(set) var fields: FieldTree
  /// The paths in the state itself of the fields of elements that the other state has, too, by their paths there.
  private(set) var origins: [ExactString: ExactString] = [:]
  /// The lists whose elements aren't all where they were.
  private(set) var shifted: [ListKind] = []
  /// The paths in the state itself of the fields of removed elements, by their made-up paths.
  private var removed: [ExactString: (path: String, element: String)] = [:]
  /// The elements of the fields that only the other state has.
  private var inserted: [ExactString: String] = [:]
  /// The lists that are empty on one side only: their elements tell.
  private var emptied: Set<String> = []

  init(_ before: FieldTree, to after: FieldTree, _ lists: [ListKind]) {
    fields = before
    for list in lists { align(list, to: after) }
  }

  private mutating func align(_ list: ListKind, to other: FieldTree) {
    let (before, after) = (fields.elements(of: list), other.elements(of: list))
    if before.elements == after.elements { return }
    let match = ListMatch(before.elements, after.elements, identity: list.identity) {
      $0.path.dropFirst()
    }
    var aligned: [FieldTree.Leaf] = []
    func take(_ place: Int, as path: String, _ note: (_ path: String, _ old: String) -> Void) {
      for part in before.elements[place] {
        aligned.append(.init(path: path + part.path, value: part.value))
        note(path + part.path, list.path(place) + part.path)
      }
    }
    for (index, origin) in match.origins.enumerated() {
      if let origin {
        take(origin, as: list.path(index)) {
          origins[ExactString($0)] = ExactString($1)
        }
      } else {
        for part in after.elements[index] {
          inserted[ExactString(list.path(index) + part.path)] = list.path(index)
        }
      }
    }
    for place in match.removed {
      take(place, as: list.path(-1 - place)) {
        removed[ExactString($0)] = ($1, list.path(place))
      }
    }
    if match.origins != before.elements.indices.map(Optional.init) { shifted.append(list) }
    emptied.insert(list.name)
    let leaves = fields.leaves
    fields = fields.with(
      Array(leaves[..<before.range.lowerBound]) + aligned + leaves[before.range.upperBound...])
  }

  /// The differences to the other state. Elements of lists are compared wherever they are, and named as in that state;
  /// those that were removed, as in this one. The same number in another currency is another amount, unless it is 0.
  func differences(to other: FieldTree, of kinds: FieldKinds, in currencies: CurrencyPair)
    -> [FieldTree.Difference]
  {
    let found = fields.differences(to: other) {
      currencies.differ && kinds.isAmount($0.path) && $0.value != .integer(0)
    }
    return found.compactMap(named)
  }

  /// A difference from the other state under its names; nil if its elements tell as much.
  private func named(_ difference: FieldTree.Difference) -> FieldTree.Difference? {
    if emptied.contains(difference.path) { return nil }
    if let (path, element) = removed[ExactString(difference.path)] {
      return difference.named(path, removedWith: element)
    }
    var difference = difference
    difference.element = inserted[ExactString(difference.path)]
    return difference
  }
}

extension ListKind {
  fileprivate func path(_ index: Int) -> String { "\(name)[\(index)]" }
}

extension FieldTree {
  /// The elements of a list, each as its fields without the element's own path, and where they are among all fields.
  fileprivate func elements(of list: ListKind) -> (elements: [[Leaf]], range: Range<Int>) {
    let prefix = list.name + "["
    guard let start = leaves.firstIndex(where: { $0.path.hasPrefix(prefix) }) else {
      return ([], leaves.endIndex..<leaves.endIndex)
    }
    let end = leaves[start...].firstIndex { !$0.path.hasPrefix(prefix) } ?? leaves.endIndex
    var elements: [[Leaf]] = []
    var last: Substring?
    for leaf in leaves[start..<end] {
      let rest = leaf.path.dropFirst(prefix.count).drop { $0 != "]" }.dropFirst()
      let element = leaf.path[..<rest.startIndex]
      if element != last { elements.append([]) }
      last = element
      elements[elements.count - 1].append(Leaf(path: String(rest), value: leaf.value))
    }
    return (elements, start..<end)
  }
}

extension FieldTree {
  /// The differences of the places of lists in a later state, whichever elements are there: the changes that lead from
  /// one list to the other, field by field.
  package func differencesByPlace(to other: FieldTree, of kinds: FieldKinds) -> [Difference] {
    kinds.lists.flatMap { list in
      let (before, after) = (part(list), other.part(list))
      return before == after ? [] : before.differences(to: after)
    }
  }

  private func part(_ list: ListKind) -> FieldTree {
    FieldTree().with(leaves.filter { $0.path.hasPrefix(list.name + "[") })
  }
}
