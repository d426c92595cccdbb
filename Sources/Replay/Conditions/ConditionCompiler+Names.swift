// What names and functions mean in a condition.

import EventSourcing
import JSONLines
import Conventions

extension ConditionCompiler {
  mutating func field(_ path: FieldPath, at range: Range<Int>) throws(ConditionError)
    -> Code<State>
  {
    let name = path.description
    fields.insert(path.name)
    if let element = path.element {
      let code = try self.element(path.name, element.index, element.field, at: range)
      note(name, code)
      return code
    }
    if case .element(let list) = scope,
      let place = list.fields.firstIndex(where: { $0.name == name })
    {
      let column = column(of: place)
      return Code(list.fields[place].type) { _, inputs, row in inputs[row + column] }
    }
    if let entryField = EntryField(rawValue: name) {
      return try self.entryField(entryField, at: range)
    }
    guard let field = schema.field(name) else { throw unknown(name, at: range) }
    let read = field.read
    var place: Reading<State, Int>?
    if let readPlace = field.readPlace { place = { state, _, _ in readPlace(state) } }
    let code = Code<State>(field.type, place: place) { state, _, _ in read(state) }
    note(name, code)
    return code
  }

  private mutating func entryField(_ field: EntryField, at range: Range<Int>)
    throws(ConditionError) -> Code<State>
  {
    if case .before = scope {
      throw blame.error(
        .wrongType, "'\(field.rawValue)' belongs to the entry, so it has no old value.", at: range)
    }
    entryPart = entryPart ?? range
    let slot = input(.entry(field))
    let code = Code<State>(field.type(in: schema)) { _, inputs, _ in inputs[slot] }
    note(field.rawValue, code)
    return code
  }

  private mutating func element(_ name: String, _ index: Int, _ field: String, at range: Range<Int>)
    throws(ConditionError) -> Code<State>
  {
    guard let list = schema.list(name) else {
      throw blame.error(
        .unknownField, "There is no list '\(name)'.",
        hint: suggestion(for: name, among: schema.lists.map(\.name)), at: range)
    }
    guard let found = list.fields.first(where: { $0.name == field }) else {
      let names = list.fields.map { "\(name)[\(index)].\($0.name)" }
      throw blame.error(
        .unknownField, "There is no field '\(name)[\(index)]\(field.isEmpty ? "" : "." + field)'.",
        hint: suggestion(for: "\(name)[\(index)].\(field)", among: names), at: range)
    }
    let (read, count) = (found.read, list.count)
    if case .before = scope {
      let slot = elementsBefore.count
      elementsBefore.append { list.origin(of: index, from: $0, to: $1) }
      return Code(found.type) { state, places, _ in
        guard case .integer(let place) = places[slot] else { return .absent }
        return read(state, Int(place))
      }
    }
    return Code(found.type) { state, _, _ in
      index < count(state) ?? 0 ? read(state, index) : .absent
    }
  }

  private func unknown(_ name: String, at range: Range<Int>) -> ConditionError {
    if let list = schema.list(name), let field = list.fields.first {
      return blame.error(
        .wrongType, "'\(name)' is a list.",
        hint: "Use len(\(name)), sum(\(name), …) or \(name)[0].\(field.name).", at: range)
    }
    return blame.error(
      .unknownField, "There is no field '\(name)'.", hint: hint(for: name), at: range)
  }

  private func hint(for name: String) -> String? {
    if name == "id" { return "An id isn't a field: pass it to the command as an operand." }
    for field in schema.fields + schema.derived {
      if case .word(let words) = field.type, words.contains(name) {
        return "Put texts in quotes: \"\(name)\"."
      }
    }
    var names = (schema.fields + schema.derived).map(\.name)
    switch scope {
    case .entry: names += EntryField.allCases.map(\.rawValue)
    case .element(let list): names = list.fields.map(\.name) + names
    case .before: break
    }
    for list in schema.lists where name.hasPrefix(list.name + ".") {
      return "'\(list.name)' is a list: use \(list.name)[0]\(name.dropFirst(list.name.count))."
    }
    let ends =
      names + schema.lists.flatMap { list in list.fields.map { "\(list.name)[0].\($0.name)" } }
    let meant = ends.filter { $0.hasSuffix(".\(name)") }
    return didYouMean(Array(meant.prefix(3))) ?? suggestion(for: name, among: names)
  }

  func suggestion(for word: String, among words: [String], quoted: Bool = false) -> String? {
    let meant = suggestions(for: word, among: words)
    return didYouMean(quoted ? meant.map { "\"\($0)\"" } : meant)
  }
}

extension ConditionCompiler {
  mutating func call(
    _ function: Expression.Function, of values: [Expression], _ place: Expression
  ) throws(ConditionError) -> Code<State> {
    switch function {
    case .count, .sum:
      let list = try list(values[0], for: function)
      let code = function == .count ? count(of: list) : try sum(over: list, of: values[1])
      note(text(of: place), code)
      return code
    case .lower: return try lower(values[0])
    case .exists: return .boolean(try code(of: values[0]).isThere)
    case .old: return try old(values[0], in: place, note: text(of: place))
    case .changed:
      let new = try code(of: values[0])
      let old = try old(values[0], in: place, note: "old(\(text(of: values[0])))")
      if case (.money(let amount, _), .money(let before, _)) = (new, old) {
        return .boolean(changed(amount, from: before))
      }
      let (readNew, readOld, none) = (new.reading, old.reading, new.valueWhereAbsent)
      return .boolean { state, inputs, _ in
        let (value, before) = (readNew(state, inputs), readOld(state, inputs))
        return (value == .absent ? none : value) != (before == .absent ? none : before)
      }
    }
  }

  private func list(_ expression: Expression, for function: Expression.Function)
    throws(ConditionError) -> FieldSchema<State>.List
  {
    if case .field(let path) = expression.kind, let list = schema.list(path.description) {
      return list
    }
    throw blame.error(
      .wrongType, "'\(function.rawValue)' takes a list.",
      hint: schema.lists.isEmpty
        ? "No field is a list."
        : "The lists are \(schema.lists.map(\.name).joined(separator: ", ")).",
      at: expression.range)
  }

  /// The place of a list's field in the rows that a sum is over.
  private mutating func column(of field: Int) -> Int {
    if let column = columns.firstIndex(of: field) { return column }
    columns.append(field)
    return columns.count - 1
  }

  private func count(of list: FieldSchema<State>.List) -> Code<State> {
    let count = list.count
    return .integer { state, _, _ in count(state).map { Int64($0) } }
  }

  /// The sum of a value over all elements; absent if any of them is, or the list.
  private mutating func sum(over list: FieldSchema<State>.List, of value: Expression)
    throws(ConditionError) -> Code<State>
  {
    let outer = scope
    if case .element = outer {
      throw blame.error(.wrongType, "'sum' can't be nested in 'sum'.", at: value.range)
    }
    scope = .element(list)
    columns = []
    defer { scope = outer }
    let (read, origin) = try number(value, for: "sum")
    // Of elements that aren't looked at, the first field counts them.
    let (rows, columns) = (list.rows, columns.isEmpty ? [0] : columns)
    return .number(origin?.combined) { state, inputs, _ in
      guard let rows = rows(state, columns) else { return nil }
      // The value is computed from the rows as it is from inputs.
      let values = inputs.isEmpty ? rows : inputs + rows
      var sum: Int64? = 0
      for row in stride(from: inputs.count, to: values.count, by: columns.count) {
        guard let value = read(state, values, row), let before = sum else { return nil }
        sum = checked(before.addingReportingOverflow(value))
      }
      return sum
    }
  }

  private mutating func old(_ value: Expression, in call: Expression, note name: String)
    throws(ConditionError) -> Code<State>
  {
    guard case .entry = scope else {
      throw blame.error(
        .wrongType, "'old' and 'changed' can't be nested in 'old', 'changed' or 'sum'.",
        at: value.range)
    }
    entryPart = entryPart ?? call.range
    (scope, elementsBefore) = (.before, [])
    let code = try code(of: value)
    scope = .entry
    let slot = input(valueBefore(code))
    var old = Code<State>(code.type) { _, inputs, _ in inputs[slot] }
    if case .money(let read, _) = old { old = .money(read, .before) }
    note(name, old)
    return old
  }
}

extension ConditionCompiler {
  /// A value before the entry. Elements of lists are those that are now at the places that it names.
  private func valueBefore(_ code: Code<State>) -> Input<State> {
    guard !elementsBefore.isEmpty else { return .before(code.readingOfState) }
    let (read, origins) = (code.reading, elementsBefore)
    return .matched { before, after in
      var places: [FieldValue] = []
      for origin in origins {
        places.append(origin(before, after).map { .integer(Int64($0)) } ?? .absent)
      }
      return read(before, places)
    }
  }
}

extension Code {
  /// What an absent number or condition is unless something is said: a field that comes into being
  /// with that hasn't changed.
  fileprivate var valueWhereAbsent: FieldValue {
    switch self {
    case .integer: .integer(0)
    case .boolean: .boolean(false)
    default: .absent
    }
  }
}
