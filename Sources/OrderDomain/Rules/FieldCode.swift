// The errors of one field, and the list in which wrong fields are gathered.

/// An error of a field. A field has one code: the first of these that applies.
public enum FieldCode: String, Sendable, CaseIterable {
  /// Missing, empty, or only White_Space.
  case blank
  /// More Unicode scalars than a text may have.
  case tooLong = "too-long"
  /// The text hasn't the form that such texts have.
  case malformed
  /// The text has the right form, but there is no such currency or country.
  case unknown
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
  private let limits: Limits

  init(_ limits: Limits) { self.limits = limits }

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

  mutating func add(_ others: InvalidFields) { fields += others.fields }
}

extension InvalidFields {
  /// Checks what every command has.
  mutating func checkEnvelope(_ context: EntryContext) {
    let storage = context.storage
    add("actor", code(of: context.actorRange, in: storage, mayBeBlank: false))
    check("id", context.commandIDRange, of: storage)
    check("reason", context.reasonRange, of: storage, mayBeBlank: true)
  }

  /// Checks two texts that may be missing or blank.
  mutating func check(_ texts: TextPair, _ first: StaticString, _ second: StaticString) {
    guard let storage = texts.storage else { return }
    check(first, texts.first, of: storage, mayBeBlank: true)
    check(second, texts.second, of: storage, mayBeBlank: true)
  }

  mutating func check(_ field: StaticString, _ text: Text) {
    check(field, text.range, of: text.storage)
  }

  private mutating func check(
    _ field: StaticString, _ range: TextRange, of storage: ByteStorage, mayBeBlank: Bool = false
  ) {
    guard range.isPresent else { return }
    add(field, code(of: range, in: storage, mayBeBlank: mayBeBlank))
  }

  private func code(of range: TextRange, in storage: ByteStorage, mayBeBlank: Bool) -> FieldCode? {
    storage.withText(range) { limits.code(of: $0, mayBeBlank: mayBeBlank) }
  }
}
