// Counts states by a word, and adds up their amounts by currency. What was added can be taken away again, so that
// a state that has changed needn't be looked for among the others.

/// A rule for counting and adding up states.
@usableFromInline package struct TallyRule<State>: Sendable {
  /// The names of the fields that the rule depends on.
  let names: [String]
  @usableFromInline let group: FieldSchema<State>.Field?
  @usableFromInline let currency: FieldSchema<State>.Field?
  @usableFromInline let amounts: [FieldSchema<State>.Field]
  @usableFromInline let exists: @Sendable (State) -> Bool

  /// A rule.
  ///
  /// - Parameters:
  ///   - schema: The fields of states.
  ///   - group: The field by whose words states are counted; a state without it isn't counted.
  ///   - amounts: The fields that are added up, by the schema's currency if it has one.
  ///   - exists: Whether a state is counted where there is no such field.
  public init(
    of schema: FieldSchema<State>, by group: String?, adding amounts: [String],
    exists: @escaping @Sendable (State) -> Bool
  ) {
    names = [group ?? ""] + amounts
    self.group = group.flatMap { schema.field($0) }
    self.amounts = amounts.compactMap { schema.field($0) }
    currency = amounts.isEmpty ? nil : schema.currency.flatMap { schema.field($0) }
    self.exists = exists
  }

  /// The key under which a state is counted; nil if it isn't.
  @inlinable func key(of state: State) -> Tally.Key? {
    var word = ""
    if let group {
      guard case .text(let text) = group.read(state) else { return nil }
      word = String(text)
    } else if !exists(state) {
      return nil
    }
    guard let currency, case .text(let code) = currency.read(state) else {
      return Tally.Key(word: word, currency: "")
    }
    return Tally.Key(word: word, currency: String(code))
  }

  /// The amounts of a state that are added up; money in minor units.
  @inlinable func amounts(of state: State) -> [Int128] {
    amounts.map { field in
      guard case .integer(let amount) = field.read(state) else { return 0 }
      return Int128(amount)
    }
  }
}

/// The number of states of each word and currency, and the sums of their amounts.
@usableFromInline package struct Tally: Equatable, Sendable {
  /// A word and a currency whose states are counted together.
  public struct Key: Hashable, Sendable {
    /// The word; empty if states aren't counted by a word.
    public let word: String
    /// The currency; empty if states have none.
    public let currency: String

    @inlinable init(word: String, currency: String) {
      self.word = word
      self.currency = currency
    }
  }

  /// The number of states of one key, and their sums.
  public struct Sum: Equatable, Sendable {
    /// The number of states.
    public var count: Int
    /// The sums, in the order of the rule's fields; empty if nothing is added up.
    public var amounts: [Int128]

    @inlinable init(count: Int = 0, amounts: [Int128] = []) {
      self.count = count
      self.amounts = amounts
    }
  }

  /// The sums by key; keys without states aren't in it.
  public private(set) var sums: [Key: Sum] = [:]

  /// Makes the tally of no states.
  public init() {}

  /// Adds a state, or takes it away again.
  @inlinable public mutating func add<State>(
    _ state: State, by rule: TallyRule<State>, times: Int = 1
  ) {
    guard let key = rule.key(of: state) else { return }
    add(Sum(count: 1, amounts: rule.amounts(of: state)), to: key, times: times)
  }

  @usableFromInline mutating func add(_ sum: Sum, to key: Key, times: Int) {
    var total = sums[key] ?? Sum(amounts: sum.amounts.map { _ in 0 })
    total.count += sum.count * times
    for place in total.amounts.indices {
      total.amounts[place] += sum.amounts[place] * Int128(times)
    }
    sums[key] = total.count == 0 ? nil : total
  }

  /// Whether there are as many sums as the rule adds up.
  func isAdded<State>(by rule: TallyRule<State>) -> Bool {
    sums.values.allSatisfy { $0.amounts.count == rule.amounts.count && $0.count > 0 }
  }

  /// The keys and their sums for a snapshot, sorted.
  var json: JSONValue {
    let sorted = sums.sorted { ($0.key.word, $0.key.currency) < ($1.key.word, $1.key.currency) }
    return .array(
      sorted.map { key, sum in
        .array(
          [.string(key.word), .string(key.currency), .integer(Int64(sum.count))]
            + sum.amounts.map { .string(String($0)) })
      })
  }

  init(_ json: JSONValue) throws(CacheFault) {
    guard case .array(let sums) = json else { throw CacheFault() }
    for sum in sums {
      guard case .array(let parts) = sum, parts.count >= 3, case .string(let word) = parts[0],
        case .string(let currency) = parts[1], case .integer(let count) = parts[2]
      else { throw CacheFault() }
      var amounts: [Int128] = []
      for part in parts[3...] {
        // More than any log can come to.
        guard let amount = part.string.flatMap({ Int128($0) }), amount.magnitude < 1 << 120 else {
          throw CacheFault()
        }
        amounts.append(amount)
      }
      self.sums[Key(word: word, currency: currency)] = Sum(count: Int(count), amounts: amounts)
    }
  }
}
