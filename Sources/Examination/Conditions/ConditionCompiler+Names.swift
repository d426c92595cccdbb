// The meanings of names and functions in a condition.

extension ConditionCompiler {
  mutating func field(_ path: FieldPath, _ expression: Expression) throws(ConditionError) -> Code {
    let (name, range) = (path.description, expression.range)
    needs.fields.insert(path.name)
    let code: Code
    if let element = path.element {
      code = try self.element(path.name, element.index, element.field, at: range)
    } else if let place = list?.fields.firstIndex(where: { $0.name == name }), let list {
      code = column(place, of: list)
    } else if let field = EntryField(rawValue: name) {
      code = try self.entryField(field, at: range)
    } else if let field = schema.field(name) {
      code = value(of: field)
    } else {
      throw unknown(name, at: range)
    }
    note(name, expression)
    return code
  }

  private mutating func value(of field: Schema.Field) -> Code {
    let (read, isBefore) = (field.readAt, isBefore)
    if let place = schema.numbers.firstIndex(where: { $0.name == field.name }) {
      needs.places.insert(place)
      let number = ~Register(place + (isBefore ? schema.numbers.count : 0))
      guard case .word(let words) = field.type else { return Code(field.type, number) }
      return .text(text(of: field, before: isBefore), words: Words(all: words, number: number))
    }
    needs.take(detail: field.isDetail)
    needs.before = needs.before || isBefore
    switch field.type {
    case .text: return .text(text(of: field, before: isBefore))
    case .word(let words):
      return .text(text(of: field, before: isBefore), words: Words(all: words, number: nil))
    default:
      return Code(
        field.type, program.read { $0.state(before: isBefore).flatMap { read($0).number } })
    }
  }

  /// The text of a field, of the state or of the one before the entry.
  func text(of field: Schema.Field, before isBefore: Bool) -> Reading<Text> {
    let read = field.readAt
    return { moment in
      guard let state = moment.state(before: isBefore), case .text(let text) = read(state) else {
        return nil
      }
      return text
    }
  }

  /// A value of the state, or of the one before the entry.
  mutating func reading<Value>(
    before isBefore: Bool, _ read: @escaping @Sendable (borrowing State) -> Value?
  ) -> Reading<Value> {
    needs.before = needs.before || isBefore
    return { moment in
      guard let state = moment.state(before: isBefore) else { return nil }
      return read(state.assumingMemoryBound(to: State.self).pointee)
    }
  }

  /// Texts aren't added up, so that nothing is computed from those of elements.
  private mutating func column(_ place: Int, of list: Schema.List) -> Code {
    let type = list.fields[place].type
    switch type {
    case .text, .word: return .text({ _ in nil })
    case .integer, .money, .time, .boolean:
      if let known = columns.first(where: { $0.place == place }) {
        return Code(type, known.register)
      }
      columns.append((place, program.register()))
      return Code(type, columns[columns.count - 1].register)
    }
  }

  private mutating func entryField(_ field: EntryField, at range: Range<Int>)
    throws(ConditionError) -> Code
  {
    if isBefore {
      throw blame.error(
        .wrongType, "'\(field.rawValue)' belongs to the entry, so it has no old value.", at: range)
    }
    needs.take(field, at: range)
    let place = field.place
    let value: Reading<FieldValue> = { $0.entry.isEmpty ? nil : $0.entry[place] }
    let text: Reading<Text> = { if case .text(let text)? = value($0) { text } else { nil } }
    switch field.type(in: schema) {
    case .text: return .text(text)
    case .word(let words): return .text(text, words: Words(all: words, number: nil))
    case let type: return Code(type, program.read { value($0)?.number })
    }
  }

  private mutating func element(
    _ name: String, _ index: Int, _ field: String, at range: Range<Int>
  ) throws(ConditionError) -> Code {
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
    let value = value(of: found, at: index, in: list)
    switch found.type {
    case .text: return .text({ if case .text(let text) = value($0) { text } else { nil } })
    case .word(let words):
      return .text(
        { if case .text(let text) = value($0) { text } else { nil } },
        words: Words(all: words, number: nil))
    default: return Code(found.type, program.read { value($0)?.number })
    }
  }

  /// The value of a field; of an element before the entry, that of the one that is now at this place.
  private mutating func value(of field: Schema.List.Field, at index: Int, in list: Schema.List)
    -> Reading<FieldValue>
  {
    let (read, count) = (field.read, list.count)
    needs.take(detail: list.isDetail)
    guard isBefore else {
      return reading(before: false) { index < count($0) ?? 0 ? read($0, index) : .absent }
    }
    needs.before = true
    return { moment in
      guard let before = moment.before?.assumingMemoryBound(to: State.self) else { return nil }
      let state = moment.state.assumingMemoryBound(to: State.self)
      let place = list.origin(of: index, from: before.pointee, to: state.pointee)
      return place.map { read(before.pointee, $0) }
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
        return Self.quotingHint(name)
      }
    }
    var names = (schema.fields + schema.derived).map(\.name)
    if let list {
      names = list.fields.map(\.name) + names
    } else if !isBefore {
      names += EntryField.allCases.map(\.rawValue)
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

  static func quotingHint(_ text: String) -> String { "Put texts in quotes: \"\(text)\"." }
}

extension ConditionCompiler {
  mutating func call(
    _ function: Expression.Function, of values: [Expression], _ place: Expression
  ) throws(ConditionError) -> Code {
    switch function {
    case .count, .sum:
      let list = try list(values[0], for: function)
      let code = function == .count ? count(of: list) : try sum(over: list, of: values[1])
      note(text(of: place), place)
      return code
    case .lower: return try lower(values[0])
    case .exists:
      let code = settled(try code(of: values[0]))
      if let register = code.register { return .boolean(program.emit(.exists, register)) }
      guard case .text(let read, _, _) = code else { return .boolean(program.constant(0)) }
      return .boolean(program.read { read($0) == nil ? 0 : 1 })
    case .old: return try old(values[0], in: place, note: text(of: place))
    case .changed:
      let new = settled(try code(of: values[0]))
      let call = Expression(kind: .call(.old, values), range: place.range, depth: place.depth)
      let old = try old(values[0], in: call, note: "old(\(text(of: values[0])))")
      return .boolean(changed(new, from: old))
    }
  }

  /// Whether a value is another than before. An absent number is as good as 0, and an absent condition as one that doesn't
  /// hold: a field that comes into being with that hasn't changed.
  private mutating func changed(_ new: Code, from old: Code) -> Register {
    switch (new, old) {
    case (.money(let new, _), .money(let old, _)): return changed(new, from: old)
    case (.integer(let new), .integer(let old)), (.boolean(let new), .boolean(let old)):
      return program.emit(.unlikeOrZero, new, old)
    case (.text(let new, nil, _), .text(let old, _, _)):
      return program.read { new($0) != old($0) ? 1 : 0 }
    case (.text(let readNew, let words?, _), .text(let readOld, let oldWords, _)):
      guard let new = words.number, let old = oldWords?.number else {
        return program.read { readNew($0) != readOld($0) ? 1 : 0 }
      }
      return program.emit(.unlike, new, old)
    default: return program.emit(.unlike, new.register ?? 0, old.register ?? 0)
    }
  }

  private func list(_ expression: Expression, for function: Expression.Function)
    throws(ConditionError) -> Schema.List
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

  private mutating func count(of list: Schema.List) -> Code {
    let count = list.count
    needs.take(detail: list.isDetail)
    return .integer(program.read(reading(before: isBefore) { count($0).map { Int64($0) } }))
  }

  /// The sum of a value over all elements; absent if any of them is, or the list.
  private mutating func sum(over list: Schema.List, of value: Expression) throws(ConditionError)
    -> Code
  {
    if self.list != nil {
      throw blame.error(.wrongType, "'sum' can't be nested in 'sum'.", at: value.range)
    }
    (self.list, columns) = (list, [])
    defer { self.list = nil }
    needs.take(detail: list.isDetail)
    needs.before = needs.before || isBefore
    let start = program.steps.count
    let (number, origin) = try number(try code(of: value), for: "sum", value)
    let (isBefore, visit) = (isBefore, list.visit)
    let sum = program.sum(
      { moment, element in
        guard let state = moment.state(before: isBefore) else { return false }
        return visit(state.assumingMemoryBound(to: State.self).pointee, element)
      }, columns, of: number, since: start)
    return .number(sum, origin)
  }

  private mutating func old(_ value: Expression, in call: Expression, note name: String)
    throws(ConditionError) -> Code
  {
    guard !isBefore, list == nil else {
      throw blame.error(
        .wrongType, "'old' and 'changed' can't be nested in 'old', 'changed' or 'sum'.",
        at: value.range)
    }
    needs.entryPart = needs.entryPart ?? call.range
    let start = program.steps.count
    isBefore = true
    let code = settled(try code(of: value))
    isBefore = false
    note(name, call)
    return before(code, since: start)
  }

  /// A value that the steps since one have computed: absent if there was no state before the entry.
  private mutating func before(_ code: Code, since start: Int) -> Code {
    if case .text(let read, let words, let literal) = code {
      needs.before = true
      return .text({ $0.before == nil ? nil : read($0) }, words: words, literal: literal)
    }
    var moved: [Register] = []
    for register in [code.register, code.last].compactMap({ $0 }) {
      moved.append(register < 0 ? register : program.emit(.move, register))
    }
    if program.steps.count > start {
      needs.before = true
      let skip = program.insert(before: start) { $0.skip(.skipWithoutBefore) }
      program.land([skip])
    }
    switch code {
    case .money: return .money(moved[0], .before)
    case .time: return .time(first: moved[0], last: moved[1])
    default: return Code(code.type, moved[0])
    }
  }
}

extension Code {
  /// The number of a day's last moment.
  fileprivate var last: Register? { if case .time(_, let last) = self { last } else { nil } }
}
