// The fields of a state, and how to read each without writing the whole state: for conditions that
// are evaluated after every entry.

public import JSONLines

/// What kind of value a field has.
public enum FieldType: Hashable, Sendable {
  /// A whole number.
  case integer
  /// An amount of money, in minor units of the state's currency.
  case money
  /// Any text.
  case text
  /// One of a fixed set of words.
  case word(among: [String])
  /// A point in time.
  case time
  /// Yes or no.
  case boolean
}

/// The value of a field.
public enum FieldValue: Hashable, Sendable {
  /// The field is absent.
  case absent
  /// A whole number, or an amount of money in minor units.
  case integer(Int64)
  /// A text, or one of a fixed set of words.
  case text(Text)
  /// A point in time.
  case time(Timestamp)
  /// Yes or no.
  case boolean(Bool)
}

extension FieldValue: JSONRepresentable {
  /// Writes it for programs; what is absent is null.
  public func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .absent: writer.raw("null")
    case .integer(let value): writer.integer(value)
    case .text(let value): writer.string(value)
    case .time(let value): writer.string(value.description)
    case .boolean(let value): value.writeJSON(to: &writer)
    }
  }
}

/// The fields of a domain's state.
public struct FieldSchema<State>: Sendable {
  /// A field that a state has once.
  public struct Field: Sendable {
    /// Its name: `billing.zip`.
    public let name: String
    /// What kind of value it has.
    public let type: FieldType
    /// Its value in a state.
    public let read: @Sendable (borrowing State) -> FieldValue
    /// Which of its words it is in a state, by index; nil if only `read` can tell.
    public let readPlace: (@Sendable (borrowing State) -> Int?)?
    /// The field that people are shown this one instead of.
    public let replaced: String?

    /// A field.
    public init(
      _ name: String, _ type: FieldType, insteadOf replaced: String? = nil,
      read: @escaping @Sendable (borrowing State) -> FieldValue
    ) {
      self.name = name
      self.type = type
      self.replaced = replaced
      self.read = read
      readPlace = nil
    }

    /// A field with a fixed set of words.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - words: The words, each once.
    ///   - readPlace: The place of the one that it is in a state, below the number of words; nil if
    ///     the field isn't there.
    public init(
      _ name: String, among words: [String],
      readPlace: @escaping @Sendable (borrowing State) -> Int?
    ) {
      self.name = name
      self.readPlace = readPlace
      replaced = nil
      type = .word(among: words)
      let texts = words.map { Text($0) }
      read = { state in readPlace(state).map { .text(texts[$0]) } ?? .absent }
    }
  }

  /// A list of elements that each have the same fields: `items`.
  public struct List: Sendable {
    /// A field of an element.
    public struct Field: Sendable {
      /// Its name within the element: `quantity`.
      public let name: String
      /// What kind of value it has.
      public let type: FieldType
      /// The separator before it where an element is shown in a line; nil if it isn't shown there.
      public let separator: String?
      /// Its value in the element with an index below the count.
      public let read: @Sendable (borrowing State, Int) -> FieldValue

      /// A field.
      public init(
        _ name: String, _ type: FieldType, after separator: String? = nil,
        read: @escaping @Sendable (borrowing State, Int) -> FieldValue
      ) {
        self.name = name
        self.type = type
        self.separator = separator
        self.read = read
      }
    }

    /// Its name: `items`.
    public let name: String
    /// The field that tells an element from others, wherever it is: `sku`; nil if none does.
    public let identity: String?
    /// How many elements it has in a state; nil if the list is absent.
    public let count: @Sendable (borrowing State) -> Int?
    /// The fields of an element.
    public let fields: [Field]
    /// The values that all elements have in some of the fields, one element after another; nil if the list is
    /// absent.
    package let rows: @Sendable (borrowing State, _ fields: [Int]) -> [FieldValue]?

    /// A list.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - identity: The field that tells an element from others; nil if none does.
    ///   - count: How many elements it has in a state; nil if it is absent.
    ///   - fields: The fields of an element.
    ///   - rows: The values that all elements have in the fields with these places, one element after another,
    ///     nil if the list is absent: for lists of which that takes less than reading each field of each element.
    public init(
      _ name: String, identity: String? = nil,
      count: @escaping @Sendable (borrowing State) -> Int?, fields: [Field],
      rows: (@Sendable (borrowing State, _ fields: [Int]) -> [FieldValue]?)? = nil
    ) {
      self.name = name
      self.identity = identity
      self.count = count
      self.fields = fields
      self.rows =
        rows ?? { state, places in
          guard let count = count(state) else { return nil }
          var values: [FieldValue] = []
          for index in 0..<count {
            for place in places { values.append(fields[place].read(state, index)) }
          }
          return values
        }
    }
  }

  /// The fields, in the order in which a state is written.
  public let fields: [Field]
  /// Fields that follow from the others. They aren't written with a state.
  public let derived: [Field]
  /// The lists.
  public let lists: [List]
  /// The field that names the currency of the amounts, if there are any.
  public let currency: String?
  /// The types that commands have; none if they aren't listed.
  public let commandTypes: [String]
  /// The codes that refusals have; none if they aren't listed.
  public let refusalCodes: [String]
  /// Whether there is anything to show of a state; nil to go by its fields.
  let isThere: (@Sendable (borrowing State) -> Bool)?

  /// A schema. Of commands and refusals that are listed, conditions can name no others.
  ///
  /// - Parameters:
  ///   - fields: The fields, in the order in which a state is written.
  ///   - derived: Fields that follow from the others. They aren't written with a state.
  ///   - lists: The lists.
  ///   - currency: The field that names the currency of the amounts, if there are any.
  ///   - commandTypes: The types that commands have.
  ///   - refusalCodes: The codes that refusals have.
  ///   - isThere: Whether there is anything to show of a state: a stream without events may have nothing. By default
  ///     there is if one of its fields isn't absent.
  public init(
    fields: [Field], derived: [Field] = [], lists: [List] = [], currency: String? = nil,
    commandTypes: [String] = [], refusalCodes: [String] = [],
    where isThere: (@Sendable (borrowing State) -> Bool)? = nil
  ) {
    self.isThere = isThere
    self.fields = fields
    self.derived = derived
    self.lists = lists
    self.currency = currency
    self.commandTypes = commandTypes
    self.refusalCodes = refusalCodes
  }

  /// The currency of a state's amounts; nil if it has none. O(n) in the number of fields.
  public func currency(of state: borrowing State) -> String? {
    guard let field = currency.flatMap({ field($0) }), case .text(let code) = field.read(state)
    else { return nil }
    return String(code)
  }

  /// The field with this name. O(n).
  public func field(_ name: String) -> Field? {
    fields.first { $0.name == name } ?? derived.first { $0.name == name }
  }

  /// The list with this name. O(n).
  public func list(_ name: String) -> List? { lists.first { $0.name == name } }
}

extension FieldSchema.List {
  /// The place before of the element at a place, wherever it was; nil if there was none.
  package func origin(of index: Int, from before: borrowing State, to after: borrowing State)
    -> Int?
  {
    let places = Array(fields.indices)
    let (old, new) = (rows(before, places) ?? [], rows(after, places) ?? [])
    // Where nothing has changed up to an element, it is where it was.
    let end = (index + 1) * places.count
    if end <= old.count, end <= new.count, old[..<end] == new[..<end] { return index }
    let match = ListMatch(elements(old), elements(new), identity: identity) {
      fields[$0.field].name
    }
    return match.origin(of: index)
  }

  private struct Part: Hashable {
    let field: Int
    let value: FieldValue
  }

  private func elements(_ values: [FieldValue]) -> [[Part]] {
    stride(from: 0, to: values.count, by: max(1, fields.count)).map { start in
      fields.indices.compactMap { field in
        values[start + field] == .absent ? nil : Part(field: field, value: values[start + field])
      }
    }
  }
}
