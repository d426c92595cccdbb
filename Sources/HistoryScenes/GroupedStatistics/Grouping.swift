// The values by which entries are counted and added up: something of the entry itself, or a field of its stream at the
// end.

enum Grouping<State> {
  case entry(EntryTrait)
  /// A field that the stream has at the end.
  case state(FieldSchema<State>.Field)
}

/// A value of an entry itself.
enum EntryTrait {
  case month
  case day
  case actor
  case command
  /// The code of its refusal.
  case code
  /// A text of its command: `method`.
  case member(String)

  /// The traits that entries of all domains have, by their names.
  static let named: KeyValuePairs<String, EntryTrait> = [
    "month": .month, "day": .day, "actor": .actor, "command": .command, "code": .code,
  ]
}

extension HistoryDomain {
  /// All that entries can be grouped by.
  package static var groupings: [String] {
    EntryTrait.named.map(\.key) + groupedMembers
      + (schema.fields + schema.derived).filter { $0.type != .money }.map(\.name)
  }

  /// - Throws: A usage error for a name that nothing has, or that has amounts.
  static func grouping(named name: String) throws(Failure) -> Grouping<State> {
    if let trait = EntryTrait.named.first(where: { $0.key == name }) { return .entry(trait.value) }
    if groupedMembers.contains(name) { return .entry(.member(name)) }
    if let field = schema.field(name), field.type != .money { return .state(field) }
    throw Failure(
      .usage, code: "bad-grouping", "Entries can't be grouped by '\(name)'.",
      hint: didYouMean(name, among: groupings)
        ?? "Group by one or two of: \(groupings.joined(separator: ", ")).")
  }
}

extension HistoryDomain {
  /// Whether a stream counts as deleted.
  static func isDeleted(_ state: State) -> Bool {
    guard let grouping, let field = schema.field(grouping.field) else { return false }
    return GroupValue(of: field, in: state).text == grouping.deleted
  }
}

/// A value that the entries of a group have in common. Texts are sorted as ids are.
package struct GroupValue: Hashable, Comparable, Sendable {
  /// nil if they have none.
  package let text: String?
  private let rank: Int64

  private init(_ text: String?, rank: Int64) {
    self.text = text
    self.rank = rank
  }

  init(_ text: String?) { self.init(text, rank: text == nil ? .max : 0) }

  /// The value of a field.
  init<State>(of field: FieldSchema<State>.Field, in state: borrowing State) {
    switch field.read(state) {
    case .absent: self.init(nil)
    case .integer(let number): self.init(String(number), rank: number)
    case .text(let text):
      self.init(String(text), rank: field.place(in: state).map { Int64($0) } ?? 0)
    case .time(let time): self.init(time.description, rank: time.microseconds)
    case .boolean(let isTrue): self.init(isTrue ? "true" : "false", rank: isTrue ? 1 : 0)
    }
  }

  package static func == (one: GroupValue, other: GroupValue) -> Bool {
    one.rank == other.rank && one.bytes.elementsEqual(other.bytes)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in bytes { hasher.combine(byte) }
  }

  package static func < (one: GroupValue, other: GroupValue) -> Bool {
    one.rank == other.rank
      ? SortedID(one.text ?? "") < SortedID(other.text ?? "") : one.rank < other.rank
  }

  private var bytes: String.UTF8View { (text ?? "").utf8 }
}

/// Numbers the values of a trait in the order of their first appearance.
struct TraitValues {
  private let trait: EntryTrait
  private let zone: TimeZoneRules
  private var names = StreamTable()
  /// The number of the last day, so that each day's name is written once.
  private var lastDay: (day: TimeZoneRules.Day, number: Int)?

  /// The number in place of a value for an entry that has none.
  static let none = -1

  init(_ trait: EntryTrait, in zone: TimeZoneRules) {
    (self.trait, self.zone) = (trait, zone)
  }

  func value(_ number: Int) -> GroupValue {
    GroupValue(number == Self.none ? nil : names.name(number))
  }

  mutating func number(of entry: Entry) throws(JSONError) -> Int {
    switch trait {
    case .month: return number(of: entry.at, length: "2026-01".utf8.count)
    case .day: return number(of: entry.at, length: "2026-01-31".utf8.count)
    case .actor: return names.insert(entry.actor, in: entry.storage)
    case .command: return names.insert(try entry.commandHead().type, in: entry.storage)
    case .code: return number(of: try entry.refusal()?.code)
    case .member(let name):
      return number(of: try entry.commandMember(among: [name])?.string)
    }
  }

  private mutating func number(of text: String?) -> Int {
    guard var text else { return Self.none }
    return text.withUTF8 { names.insert(UnsafeRawBufferPointer($0)) }
  }

  private mutating func number(of time: Timestamp, length: Int) -> Int {
    if let lastDay, lastDay.day.first <= time, time <= lastDay.day.last { return lastDay.number }
    let day = zone.day(of: time)
    let number = number(of: String(day.name.prefix(length)))
    lastDay = (day, number)
    return number
  }
}

extension Entry {
  private static let noKeys = KeyTable([])

  /// The command's first member that has one of these names; nil if it has none.
  func commandMember(among names: [String]) throws(JSONError) -> JSONValue? {
    var reader = JSONReader(storage, in: command, profile: .anyOrder)
    var keys = ObjectKeys()
    var found: JSONValue?
    try reader.beginObject()
    while try reader.nextKey(&keys, Self.noKeys) != nil {
      let key = storage.slice(reader.lastKey)
      let value = try reader.skipValue(checkingDuplicates: false)
      if found == nil, names.contains(where: { key.elementsEqual($0.utf8) }) {
        found = try JSONValue(storage, in: value, profile: .anyOrder)
      }
    }
    return found
  }
}
