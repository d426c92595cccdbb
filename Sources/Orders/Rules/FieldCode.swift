// What can be wrong with one field, and the list in which wrong fields are gathered.

import EventSourcing

/// What is wrong with a field. A field has one code: the first of these that applies.
public enum FieldCode: String, Sendable, CaseIterable {
  /// Missing, empty, or only White_Space.
  case blank
  /// More than 200 Unicode scalars.
  case tooLong = "too-long"
  /// Not of the form that such texts have.
  case malformed
  /// A card whose last month is over.
  case expired
  /// A number that is missing, too small or too large.
  case outOfRange = "out-of-range"
  /// A list without elements.
  case empty
  /// A list with too many elements.
  case tooMany = "too-many"
}

/// The wrong fields found so far, in order. Costs nothing while there are none.
struct InvalidFields {
  private(set) var fields: [InvalidField] = []

  mutating func add(_ field: StaticString, _ code: FieldCode?) {
    guard let code else { return }
    fields.append(InvalidField(field: "\(field)", code: code.rawValue))
  }

  mutating func add(_ field: OrderField, _ code: FieldCode?) {
    guard let code else { return }
    fields.append(InvalidField(field: field.name, code: code.rawValue))
  }

  mutating func add(item index: Int, _ field: StaticString, _ code: FieldCode?) {
    guard let code else { return }
    fields.append(InvalidField(field: "items[\(index)].\(field)", code: code.rawValue))
  }
}
