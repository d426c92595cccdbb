// The fields of a described domain's state: one list, for conditions and for the JSON that people and programs see.

extension FieldSchema {
  /// The fields of a described domain, in the order in which they are written.
  ///
  /// - Parameters:
  ///   - domain: Its commands and the codes of its rules are those that conditions can name.
  ///   - fields: Fields that a state has once. A name with a dot is written in an object of its own.
  ///   - lists: Lists of elements that each have the same fields. They follow the fields.
  ///   - currency: The field that names the currency of the amounts, if there are any.
  ///   - isThere: Whether there is anything to show of a state: a stream without events may have nothing. By default
  ///     there is if one of its fields isn't absent.
  public init<Domain: DescribedDecider>(
    of domain: Domain.Type, _ fields: [Field], lists: [List] = [], currency: String? = nil,
    where isThere: (@Sendable (borrowing State) -> Bool)? = nil
  ) where Domain.State == State {
    self.init(
      fields: fields, lists: lists, currency: currency, commandTypes: Domain.commandTypes,
      refusalCodes: [RuleRefusal<Domain>.invalidCode] + Domain.rules.map(\.code), where: isThere)
  }

  /// Writes a state as an object.
  ///
  /// - Returns: false if there is nothing to write, and nothing was written.
  func write(_ state: State, to writer: inout JSONWriter) -> Bool {
    let values = fields.map { $0.read(state) }
    let lists = lists.map { ($0, $0.count(state)) }
    let hasFields = values.contains { $0 != .absent } || lists.contains { $1 != nil }
    guard isThere?(state) ?? hasFields else { return false }
    writer.object { object in
      // The objects that are open: `["billing"]` after `billing.zip`.
      var open: [Substring] = []
      for (field, value) in zip(fields, values) where value != .absent {
        var path = field.name.split(separator: ".")
        let key = path.removeLast()
        let shared = zip(open, path).prefix { $0 == $1 }.count
        for _ in open.dropFirst(shared) { object.raw("}") }
        for name in path.dropFirst(shared) {
          object.member(named: String(name), OpenObject())
        }
        open = path
        object.member(named: String(key), value)
      }
      for _ in open { object.raw("}") }
      for (list, count) in lists {
        guard let count else { continue }
        object.member(named: list.name, Elements(list: list, state: state, count: count))
      }
    }
    return true
  }
}

/// The beginning of an object.
private struct OpenObject: JSONRepresentable {
  func writeJSON(to writer: inout JSONWriter) { writer.raw("{") }
}

/// The elements of a list.
private struct Elements<State>: JSONRepresentable {
  let list: FieldSchema<State>.List
  let state: State
  let count: Int

  func writeJSON(to writer: inout JSONWriter) {
    writer.array(0..<count) { writer, index in
      writer.object { object in
        for field in list.fields {
          let value = field.read(state, index)
          if value != .absent { object.member(named: field.name, value) }
        }
      }
    }
  }
}

extension FieldSchema.Field {
  /// A whole number. One beyond ±(2^53 − 1) is the last of these.
  @inlinable public static func integer(
    _ name: String, _ read: @escaping @Sendable (borrowing State) -> Int?
  ) -> Self {
    Self(name, .integer, number: { read($0).map { clamped($0) } })
  }

  /// An amount of money, in minor units of the state's currency. One beyond ±(2^53 − 1) is the last of these.
  @inlinable public static func money(
    _ name: String, _ read: @escaping @Sendable (borrowing State) -> Int?
  ) -> Self {
    Self(name, .money, number: { read($0).map { clamped($0) } })
  }

  @usableFromInline static func clamped(_ number: Int) -> Int64 {
    Int64(MemberList.numbers.clamp(number))
  }

  /// A text.
  public static func text<Value: StringProtocol & SendableMetatype>(
    _ name: String, _ read: @escaping @Sendable (borrowing State) -> Value?
  ) -> Self {
    Self(name, .text) { state in read(state).map { .text(Text(String($0))) } ?? .absent }
  }

  /// A field that is yes or no.
  @inlinable public static func boolean(
    _ name: String, _ read: @escaping @Sendable (borrowing State) -> Bool?
  ) -> Self {
    Self(name, .boolean, number: { read($0).map { $0 ? 1 : 0 } })
  }

  /// A point in time.
  @inlinable public static func time(
    _ name: String, _ read: @escaping @Sendable (borrowing State) -> Timestamp?
  ) -> Self {
    Self(name, .time, number: { read($0).map(\.microseconds) })
  }
}
