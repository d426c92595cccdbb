// A JSON object as a flat list of fields: what is compared, blamed and shown line by line.

/// The fields of an object, in order, each under its full name: `items[0].sku`.
public struct FieldTree: Equatable, Sendable {
  /// A field with its path and value.
  package struct Leaf: Hashable, Sendable {
    /// The field's path: `billing.zip`.
    public let path: String
    /// Its value: a scalar, or an empty list or object.
    public let value: JSONValue

    /// A field.
    public init(path: String, value: JSONValue) {
      self.path = path
      self.value = value
    }

    /// Whether path and value are the same, byte by byte. O(n).
    public static func == (one: Leaf, other: Leaf) -> Bool {
      one.path.hasSameBytes(as: other.path) && one.value == other.value
    }

    /// Hashes path and value. O(n).
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ExactString(path))
      hasher.combine(value)
    }

    /// The value as canonical JSON.
    public var json: String {
      var writer = JSONWriter()
      writer.value(value)
      return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// A difference of a field between two trees: at least one of the values exists, or the first isn't known.
  package struct Difference: Equatable, Sendable {
    /// The field's path.
    public let path: String
    /// Its value in the first tree; nil if it is absent.
    public let old: JSONValue?
    /// Its value in the second tree; nil if it is absent.
    public let new: JSONValue?
    /// Whether the first value isn't known, because data was erased; then `old` is nil.
    package var isOldLost = false
    /// The path of the list's element that was inserted or removed with it: `items[0]`; nil if none was.
    package var element: String?

    /// This difference under the name that the field has in the first tree, as a part of an element that was removed.
    package func named(_ path: String, removedWith element: String) -> Difference {
      Difference(path: path, old: old, new: new, isOldLost: isOldLost, element: element)
    }
  }

  /// The fields.
  package private(set) var leaves: [Leaf] = []

  /// The paths of those whose values may be older ones, because the data of a later entry was erased.
  package var lost: Set<ExactString> = []

  /// Two trees of different histories, so that what isn't known in one of them is no difference.
  package static func ofTwoHistories(_ one: FieldTree, _ other: FieldTree) -> (FieldTree, FieldTree)
  {
    var (one, other) = (one, other)
    one.lost.formUnion(other.lost)
    other.lost = one.lost
    return (one, other)
  }

  /// Makes a tree without fields.
  public init() {}

  /// A tree like this with other fields.
  package func with(_ leaves: [Leaf]) -> FieldTree {
    var tree = self
    tree.leaves = leaves
    return tree
  }

  /// The fields of what was written.
  ///
  /// - Parameter writer: Holds one JSON object; anything else has no fields.
  public init(_ writer: borrowing JSONWriter) {
    let storage = writer.storage()
    let value = try? JSONValue(storage, in: 0..<storage.count, profile: .anyOrder)
    self.init(value ?? .object([]))
  }

  /// The fields of several objects, one after another.
  public init(_ objects: [JSONValue]) {
    for object in objects where object.members?.isEmpty != true { append(object, at: "") }
  }

  /// The fields of an object.
  public init(_ value: JSONValue) {
    if value.members?.isEmpty != true { append(value, at: "") }
  }

  private mutating func append(_ value: JSONValue, at path: String) {
    switch value {
    case .object(let members) where !members.isEmpty:
      for member in members {
        append(member.value, at: path.isEmpty ? member.key : path + "." + member.key)
      }
    case .array(let elements) where !elements.isEmpty:
      for (index, element) in elements.enumerated() { append(element, at: "\(path)[\(index)]") }
    default: leaves.append(Leaf(path: path, value: value))
    }
  }

  /// Inserts a field that isn't null, at the end if the one to follow isn't there.
  mutating func insert(_ value: JSONValue, at path: String, after other: String?) {
    guard value != .null else { return }
    let place = leaves.firstIndex { $0.path == other }.map { $0 + 1 } ?? leaves.count
    leaves.insert(Leaf(path: path, value: value), at: place)
  }

  /// The value of a field. O(n).
  public subscript(path: String) -> JSONValue? {
    leaves.first { $0.path.hasSameBytes(as: path) }?.value
  }

  /// The differences from another tree, in the order of this tree; a field that only the other tree has
  /// follows the one that precedes it there. A field that was lost in the other tree is left out: its value there isn't
  /// known. One that was lost here and is known there differs, whatever is left of it, unless there is nothing
  /// there. O(n).
  package func differences(to other: FieldTree) -> [Difference] {
    differences(to: other) { _ in false }
  }

  /// - Parameter isOther: Whether a field differs though its value is the same.
  package func differences(to other: FieldTree, orWhere isOther: (Leaf) -> Bool) -> [Difference] {
    if self == other { return [] }
    var places: [ExactString: Int] = [:]
    for (index, leaf) in leaves.enumerated() { places[ExactString(leaf.path)] = index }
    let paths = Set(other.leaves.map { ExactString($0.path) })
    var found: [Difference] = []
    func take(_ path: ExactString, _ old: JSONValue?, _ new: JSONValue?, differs: Bool) {
      let isOldLost = lost.contains(path)
      if other.lost.contains(path) || isOldLost && other.leaves.isEmpty { return }
      guard differs || isOldLost else { return }
      found.append(
        Difference(path: path.string, old: isOldLost ? nil : old, new: new, isOldLost: isOldLost))
    }
    var next = 0
    func takeRemoved(before index: Int) {
      while next < index {
        let (path, value) = (ExactString(leaves[next].path), leaves[next].value)
        if !paths.contains(path) { take(path, value, nil, differs: true) }
        next += 1
      }
    }
    for leaf in other.leaves {
      let path = ExactString(leaf.path)
      let place = places[path]
      if let place { takeRemoved(before: place) }
      let old = place.map { leaves[$0].value }
      take(path, old, leaf.value, differs: old != leaf.value || place != nil && isOther(leaf))
    }
    takeRemoved(before: leaves.count)
    // Fields whose former value isn't known, and that have none now.
    for path in lost.sorted() where places[path] == nil && !paths.contains(path) {
      take(path, nil, nil, differs: false)
    }
    return found
  }
}
