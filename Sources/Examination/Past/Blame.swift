// The origin of values: for every field of a state, the entry that last gave it its value.

package struct Origin: Hashable, Sendable {
  package let seq: Int
  package let rev: Int
  package let at: Timestamp
  package let actor: String
  package let command: String

  package init(_ entry: Entry, command: String) {
    seq = entry.seq
    rev = entry.rev
    at = entry.at
    actor = entry.storage.string(entry.actor)
    self.command = command
  }
}

/// The fields of a state, each with the entry that last changed it.
package struct Blame: Sendable {
  package struct Line: Equatable, Sendable {
    /// The field's path: `items[0].sku`.
    package let path: String
    package let value: JSONValue
    package let origin: Origin
    /// The entry that had changed it before, by its `seq`; 0 if none had.
    package let previous: Int
  }

  /// A field that an entry changed.
  package struct Change {
    package let difference: FieldTree.Difference
    /// The field's number, which stays with an element of a list wherever that is.
    package let number: Int
  }

  private struct Source {
    let number: Int
    var origin: Origin
    var previous = 0
  }

  private var fields = FieldTree()
  /// The sources, also of fields that were taken away.
  private var sources: [ExactString: Source] = [:]
  private var count = 0

  package init() {}

  /// Reads the state after an entry, and returns what the entry changed.
  @discardableResult
  package mutating func take(_ fields: FieldTree, of kinds: FieldKinds, from origin: Origin)
    -> [Change]
  {
    let before = sources
    let aligned = AlignedFields(self.fields, to: fields, kinds.lists)
    for list in aligned.shifted {
      sources = sources.filter { kinds.list(ofElement: $0.key.string) != list }
    }
    for (path, old) in aligned.origins { sources[path] = before[old] }
    let differences = aligned.differences(
      to: fields, of: kinds, in: kinds.currencies(self.fields, fields))
    self.fields = fields
    return differences.map { difference in
      // A value of an element isn't taken away from the one that is in its place now.
      if difference.element != nil, difference.new == nil {
        let number = before[ExactString(difference.path)]?.number ?? 0
        return Change(difference: difference, number: number)
      }
      return Change(difference: difference, number: set(difference.path, origin))
    }
  }

  private mutating func set(_ path: String, _ origin: Origin) -> Int {
    let path = ExactString(path)
    if let source = sources[path] {
      sources[path] = Source(number: source.number, origin: origin, previous: source.origin.seq)
      return source.number
    }
    count += 1
    sources[path] = Source(number: count, origin: origin)
    return count
  }

  /// The paths of the fields, by their numbers.
  package var paths: [Int: String] {
    Dictionary(sources.map { ($1.number, $0.string) }, uniquingKeysWith: { first, _ in first })
  }

  package var lines: [Line] {
    fields.leaves.compactMap { line($0.path, $0.value) }
  }

  /// A field with its origin; nil if there is no such field. O(n).
  package subscript(path: String) -> Line? {
    fields[path].flatMap { line(path, $0) }
  }

  private func line(_ path: String, _ value: JSONValue) -> Line? {
    sources[ExactString(path)].map {
      Line(path: path, value: value, origin: $0.origin, previous: $0.previous)
    }
  }
}

/// The fields of a name: the field itself and all those inside it.
package struct FieldSelection: Sendable {
  private let name: String

  package init(_ name: String) { self.name = name }

  package func contains(_ path: String) -> Bool {
    path.isPath(within: name)
  }
}
