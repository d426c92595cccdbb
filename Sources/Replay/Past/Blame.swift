// Who set what: for every field of a state the entry that last gave it its value.

import EventSourcing
import JSONLines

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

  private var fields = FieldTree()
  /// Of fields that were taken away, too.
  private var changes: [String: (origin: Origin, previous: Int)] = [:]

  package init() {}

  /// Reads the state after an entry, and returns what the entry changed.
  @discardableResult
  package mutating func take(_ fields: FieldTree, of kinds: FieldKinds, from origin: Origin)
    -> [FieldTree.Difference]
  {
    let differences = self.fields.differences(
      to: fields, of: kinds, in: kinds.currencies(self.fields, fields))
    for difference in differences {
      changes[difference.path] = (origin, changes[difference.path]?.origin.seq ?? 0)
    }
    self.fields = fields
    return differences
  }

  package var lines: [Line] {
    fields.leaves.compactMap { line($0.path, $0.value) }
  }

  /// A field with its origin; nil if there is no such field. O(n).
  package subscript(path: String) -> Line? {
    fields[path].flatMap { line(path, $0) }
  }

  private func line(_ path: String, _ value: JSONValue) -> Line? {
    changes[path].map {
      Line(path: path, value: value, origin: $0.origin, previous: $0.previous)
    }
  }
}

/// The fields of a name: the field itself and all those inside it.
package struct FieldSelection: Sendable {
  private let name: String

  package init(_ name: String) { self.name = name }

  package func contains(_ path: String) -> Bool {
    guard path.hasPrefix(name) else { return false }
    let rest = path.dropFirst(name.count)
    return rest.isEmpty || rest.first == "." || rest.first == "["
  }
}
