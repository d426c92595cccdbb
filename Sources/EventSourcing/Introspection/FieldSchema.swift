// The fields of a state, and how to read each without writing the whole state: for conditions that
// are evaluated after every entry.

/// The type of a field's values.
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

extension FieldValue {
  /// The number that conditions compute with: a time in microseconds, yes as 1 and no as 0; nil for a text or no value.
  package var number: Int64? {
    switch self {
    case .absent, .text: nil
    case .integer(let value): value
    case .time(let time): time.microseconds
    case .boolean(let isTrue): isTrue ? 1 : 0
    }
  }

  /// The value that such a number stands for; absent for a text.
  @usableFromInline package init(_ number: Int64?, of type: FieldType) {
    guard let number else {
      self = .absent
      return
    }
    switch type {
    case .integer, .money: self = .integer(number)
    case .time: self = .time(Timestamp(microseconds: number))
    case .boolean: self = .boolean(number != 0)
    case .text, .word: self = .absent
    }
  }
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
    /// The type of its values.
    public let type: FieldType
    /// Its value in a state.
    public let read: @Sendable (borrowing State) -> FieldValue
    /// Reads it through a pointer to the state.
    @usableFromInline package let readAt: @Sendable (UnsafeRawPointer) -> FieldValue
    /// Reads it as a number through a pointer to the state, for a word its index; nil if only `read` can tell.
    @usableFromInline package let number: (@Sendable (UnsafeRawPointer) -> Int64?)?
    /// The field that people are shown this one instead of.
    public let replaced: String?
    /// Whether it is one of the details that ``FieldSchema/haveSameDetails`` compares.
    @usableFromInline package var isDetail = false

    // Inlined into domains, so that a state isn't copied to read a field of it.
    @inlinable init(
      _ name: String, _ type: FieldType, insteadOf replaced: String?,
      number: (@Sendable (UnsafeRawPointer) -> Int64?)?,
      _ read: @escaping @Sendable (borrowing State) -> FieldValue
    ) {
      (self.name, self.type, self.replaced) = (name, type, replaced)
      (self.number, self.read) = (number, read)
      readAt = { read($0.assumingMemoryBound(to: State.self).pointee) }
    }

    /// A field.
    @inlinable public init(
      _ name: String, _ type: FieldType, insteadOf replaced: String? = nil,
      read: @escaping @Sendable (borrowing State) -> FieldValue
    ) {
      self.init(name, type, insteadOf: replaced, number: nil, read)
    }

    /// A field that a state has at hand as a number, so that conditions on it are evaluated fast.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - type: Any but a text.
    ///   - replaced: The field that people are shown this one instead of.
    ///   - number: Its value in a state: a time in microseconds since 1970, a word as its place, yes as 1 and no as 0;
    ///     nil if the field is absent.
    @inlinable public init(
      _ name: String, _ type: FieldType, insteadOf replaced: String? = nil,
      number: @escaping @Sendable (borrowing State) -> Int64?
    ) {
      let words = if case .word(let words) = type { words.map { Text($0) } } else { [] as [Text] }
      self.init(
        name, type, insteadOf: replaced,
        number: { number($0.assumingMemoryBound(to: State.self).pointee) }
      ) { state in
        guard let number = number(state) else { return .absent }
        return words.isEmpty ? FieldValue(number, of: type) : .text(words[Int(number)])
      }
    }

    /// A field with a fixed set of words.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - words: The words, each once.
    ///   - readPlace: The place of the one that it is in a state, below the number of words; nil if
    ///     the field isn't there.
    @inlinable public init(
      _ name: String, among words: [String],
      readPlace: @escaping @Sendable (borrowing State) -> Int?
    ) {
      self.init(name, .word(among: words), number: { readPlace($0).map { Int64($0) } })
    }

    /// The place of its value among its words in a state; nil if it is none of them, or if only `read` can tell.
    package func place(in state: borrowing State) -> Int? {
      guard case .word = type, let number else { return nil }
      return withUnsafePointer(to: state) { number($0) }.map { Int($0) }
    }
  }

  /// A list of elements that each have the same fields: `items`.
  public struct List: Sendable {
    /// A field of an element.
    public struct Field: Sendable {
      /// Its name within the element: `quantity`.
      public let name: String
      /// The type of its values.
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
    /// The number of elements in a state; nil if the list is absent.
    public let count: @Sendable (borrowing State) -> Int?
    /// The fields of an element.
    public let fields: [Field]
    /// Passes the elements one after another, each as its fields by their places; false if the list is absent.
    package let visit: Visit
    /// Whether it is one of the details that ``FieldSchema/haveSameDetails`` compares.
    package var isDetail = false

    /// Goes through the elements of a list.
    public typealias Visit =
      @Sendable (
        borrowing State, (_ field: (Int) -> FieldValue) -> Void
      ) -> Bool

    /// A list.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - identity: The field that tells an element from others; nil if none does.
    ///   - count: The number of elements in a state; nil if the list is absent.
    ///   - fields: The fields of an element.
    public init(
      _ name: String, identity: String? = nil,
      count: @escaping @Sendable (borrowing State) -> Int?, fields: [Field]
    ) {
      (self.name, self.identity, self.count, self.fields) = (name, identity, count, fields)
      visit = { state, element in
        guard let count = count(state) else { return false }
        for index in 0..<count { element { fields[$0].read(state, index) } }
        return true
      }
    }

    /// A list whose elements can only be read one after another.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - identity: The field that tells an element from others; nil if none does.
    ///   - fields: The fields of an element: their names and types, and the separators before them where an element is
    ///     shown in a line.
    ///   - visit: Passes each element, as its fields by their places; returns false if the list is absent.
    public init(
      _ name: String, identity: String? = nil,
      fields: [(name: String, type: FieldType, separator: String?)], visit: @escaping Visit
    ) {
      (self.name, self.identity, self.visit) = (name, identity, visit)
      count = { state in
        var count = 0
        return visit(state) { _ in count += 1 } ? count : nil
      }
      self.fields = fields.enumerated().map { place, field in
        Field(field.name, field.type, after: field.separator) { state, index in
          var (value, next) = (FieldValue.absent, 0)
          _ = visit(state) { element in
            if next == index { value = element(place) }
            next += 1
          }
          return value
        }
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
  /// Whether two states, given where they are, surely have the same details; this takes less than reading these.
  package var haveSameDetails: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  /// Whether there is anything to show of a state; nil to go by its fields.
  package let isThere: (@Sendable (borrowing State) -> Bool)?

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

  /// The fields whose values states have at hand as numbers, with those that follow from the others.
  package var numbers: [Field] { (fields + derived).filter { $0.number != nil } }

  /// The list with this name. O(n).
  public func list(_ name: String) -> List? { lists.first { $0.name == name } }
}

extension FieldSchema.List {
  /// The place before of the element at a place, wherever it was; nil if there was none.
  package func origin(of index: Int, from before: borrowing State, to after: borrowing State)
    -> Int?
  {
    let (old, new) = (elements(of: before), elements(of: after))
    // An element before which nothing has changed is where it was.
    if index < min(old.count, new.count), old[...index] == new[...index] { return index }
    let match = ListMatch(old, new, identity: identity) { fields[$0.field].name }
    return match.origin(of: index)
  }

  private struct Part: Hashable {
    let field: Int
    let value: FieldValue
  }

  private func elements(of state: borrowing State) -> [[Part]] {
    var elements: [[Part]] = []
    _ = visit(state) { element in
      let parts = fields.indices.map { Part(field: $0, value: element($0)) }
      elements.append(parts.filter { $0.value != .absent })
    }
    return elements
  }
}
