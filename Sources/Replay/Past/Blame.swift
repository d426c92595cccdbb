// Who set what: for every field of a state the entry that last gave it its value.

public import EventSourcing
public import JSONLines

/// The entry that a value came from.
public struct Origin: Hashable, Sendable {
  /// The entry's number.
  public let seq: Int
  /// The stream's revision after it.
  public let rev: Int
  /// When.
  public let at: Timestamp
  /// Who requested it.
  public let actor: String
  /// The type of the command.
  public let command: String

  /// An entry as an origin.
  public init(_ entry: Entry, command: String) {
    seq = entry.seq
    rev = entry.rev
    at = entry.at
    actor = entry.storage.string(entry.actor)
    self.command = command
  }
}

/// The fields of a state, each with the entry that last changed it.
public struct Blame: Sendable {
  /// A field.
  public struct Line: Equatable, Sendable {
    /// The field's path: `items[0].sku`.
    public let path: String
    /// Its value.
    public let value: JSONValue
    /// The entry that gave it this value.
    public let origin: Origin
  }

  private var fields = FieldTree()
  private var origins: [String: Origin] = [:]

  /// No fields yet.
  public init() {}

  /// Reads the state after an entry.
  ///
  /// - Returns: What the entry changed.
  @discardableResult
  public mutating func take(_ fields: FieldTree, from origin: Origin) -> [FieldTree.Difference] {
    let differences = self.fields.differences(to: fields)
    for difference in differences {
      origins[difference.path] = difference.new == nil ? nil : origin
    }
    self.fields = fields
    return differences
  }

  /// The fields in order.
  public var lines: [Line] {
    fields.leaves.compactMap { leaf in
      origins[leaf.path].map { Line(path: leaf.path, value: leaf.value, origin: $0) }
    }
  }

  /// A field with its origin; nil if there is no such field. O(n).
  public subscript(path: String) -> Line? {
    guard let value = fields[path], let origin = origins[path] else { return nil }
    return Line(path: path, value: value, origin: origin)
  }
}

/// The fields of a name: the field itself and all those inside it.
public struct FieldSelection: Sendable {
  private let name: String

  /// The fields of this name: `billing` includes `billing.zip` and the rest.
  public init(_ name: String) { self.name = name }

  /// Whether a field is included.
  public func contains(_ path: String) -> Bool {
    guard path.hasPrefix(name) else { return false }
    let rest = path.dropFirst(name.count)
    return rest.isEmpty || rest.first == "." || rest.first == "["
  }
}
