// The members of one kind of command, event or object, prepared for reading and writing. Made once for each, and never
// freed, as the shapes in it aren't.

final class MemberList: @unchecked Sendable {
  /// The part of a member's description that every reading needs.
  struct Step {
    let kind: MemberKind
    let isRequired: Bool
    let absent: UInt64
    /// Whether its slot has the range of some bytes.
    var isRange: Bool { kind != .integer && kind != .boolean }
  }

  static let empty = MemberList([])

  /// The members of the object itself, then the personal ones.
  let members: [MemberDescription]
  let steps: [Step]
  /// The number of members that aren't personal.
  let ownCount: Int
  let fewAbsent: MemberValues.Slots
  let manyAbsent: [UInt64]
  /// The places of the personal ones in the personal block.
  private let personalSlots: [Int]
  /// All of them as an object has them.
  let all: [ObjectShape.Member]
  private let shape: ObjectShape
  /// Whether a personal member without a value was read; only in a list that watches.
  private(set) var hasReadPersonal = false
  private let isWatching: Bool

  /// - Parameter personal: The order of personal members in the block.
  init(
    _ declared: [MemberDescription], personal: [MemberDescription] = []
  ) {
    let own = declared.filter { !$0.isPersonal }
    members = own + personal.filter { member in declared.contains { $0.isSame(as: member) } }
    precondition(
      Set(members.map(\.name)).count == declared.count,
      "of these members, two have one name, or an object in a list has personal ones: "
        + declared.map(\.name).joined(separator: ", "))
    precondition(members.count <= 60, "at most 60 members: \(members.map(\.name))")
    ownCount = own.count
    steps = members.map { Step(kind: $0.kind, isRequired: $0.isRequired, absent: $0.absent) }
    let absent = steps.map(\.absent)
    manyAbsent = absent.count > 8 ? absent : []
    fewAbsent = (absent + [UInt64](repeating: 0, count: 8)).withUnsafeBytes {
      $0.load(as: MemberValues.Slots.self)
    }
    all = members.enumerated().map { $1.shape(at: $0) }
    shape = ObjectShape(all)
    personalSlots = members[ownCount...].map { member in
      personal.firstIndex { $0.isSame(as: member) } ?? 0
    }
    isWatching = false
    _ = Unmanaged.passRetained(self)
  }

  /// A copy that notes whether an erased member is read. It isn't kept.
  init(watching other: MemberList) {
    (members, steps, ownCount, all) = (other.members, other.steps, other.ownCount, other.all)
    (fewAbsent, manyAbsent) = (other.fewAbsent, other.manyAbsent)
    (personalSlots, shape, isWatching) = (other.personalSlots, other.shape, true)
  }

  /// Notes that a member without a value is read.
  func note(absent place: Int) {
    if isWatching, place >= ownCount { hasReadPersonal = true }
  }

  /// The members that aren't personal.
  var own: [ObjectShape.Member] { Array(all[..<ownCount]) }

  /// The place of a member's value; nil if the list doesn't have the member.
  func place(of member: MemberDescription) -> Int? {
    members.firstIndex { $0.isSame(as: member) }
  }
}

extension MemberDescription {
  /// Whether they have one name and mean the same.
  func isSame(as other: MemberDescription) -> Bool {
    (key.utf8Start == other.key.utf8Start || name == other.name) && kind == other.kind
      && isPersonal == other.isPersonal && isRequired == other.isRequired
  }
}

extension MemberList {
  /// The members of a command or an event of an entry, and those of its personal block.
  func values(of payload: Payload) throws(JSONError) -> MemberValues {
    var values = try values(of: payload, 0..<ownCount)
    guard ownCount < members.count, !payload.isErased else { return values }
    guard payload.personal.isPresent else {
      try finish(&values, ownCount..<members.count, at: payload.start, [], .anyOrder)
      return values
    }
    for (place, slot) in zip(ownCount..., personalSlots) {
      values.setSlot(place, payload.bits(slot, isPersonal: true))
    }
    try finish(
      &values, ownCount..<members.count, at: payload.personal.offset, .checksLists, .anyOrder)
    return values
  }

  /// The members of a command from outside, personal data included.
  func values(ofImport payload: Payload) throws(JSONError) -> MemberValues {
    try values(of: payload, members.indices)
  }

  private func values(of payload: Payload, _ places: Range<Int>) throws(JSONError) -> MemberValues {
    var values = MemberValues(self, in: payload.storage)
    for place in places { values.setSlot(place, payload.bits(place, isPersonal: false)) }
    try finish(&values, places, at: payload.start, payload.reading, payload.profile)
    return values
  }

  /// Reads an object in a list.
  func readObject(_ json: inout JSONReader, _ reading: ShapeReading) throws(JSONError)
    -> MemberValues
  {
    var values = MemberValues(self, in: json.storage)
    _ = try json.peek()
    let start = json.position
    try values.withSlots { (slots) throws(JSONError) in try json.read(shape, into: slots, reading) }
    try finish(&values, members.indices, at: start, reading, json.profile)
    return values
  }

  /// Checks what shapes can't: that what is required is there, and what is in lists.
  private func finish(
    _ values: inout MemberValues, _ places: Range<Int>, at start: Int, _ reading: ShapeReading,
    _ profile: JSONProfile
  ) throws(JSONError) {
    for place in places {
      let step = steps[place]
      guard !values.isAbsent(place) else {
        if step.isRequired { throw JSONError(.missingKey, at: start, key: members[place].key) }
        continue
      }
      if step.kind == .integer || step.kind == .text { continue }
      let bounds = values.value(at: place).range.bounds
      var json = JSONReader(values.storage, in: bounds, profile: profile)
      if step.kind == .boolean {
        values.setSlot(place, try json.boolean() ? 1 : 0)
      } else {
        let elements = members[place].elements
        try json.eachElement { (json, _) throws(JSONError) in
          if step.kind == .texts {
            _ = try json.text()
          } else {
            _ = try elements.readObject(&json, reading)
          }
        }
      }
    }
  }
}

extension MemberList {
  /// The numbers that a log can have. A number beyond becomes the nearest of these.
  static let numbers = -(1 << 53) + 1...(1 << 53) - 1
  /// The numbers that are accepted without a limit: the outermost ones may have been beyond.
  private static let accepted = numbers.lowerBound + 1...numbers.upperBound - 1

  func writeOwn(_ values: MemberValues, to writer: inout JSONWriter) {
    write(values, 0..<ownCount, to: &writer)
  }

  /// - Returns: Whether there are any.
  func writePersonal(_ values: MemberValues, to writer: inout JSONWriter) -> Bool {
    let start = writer.count
    write(values, ownCount..<members.count, to: &writer)
    return writer.count > start
  }

  /// Writes members, each with a comma before it.
  ///
  /// - Parameter first: The member before which there is no comma.
  func write(
    _ values: MemberValues, _ places: Range<Int>, to writer: inout JSONWriter, after first: Int = -1
  ) {
    for place in places where !values.isAbsent(place) {
      if writer.count != first { writer.raw(",") }
      writer.raw("\"")
      writer.raw(members[place].key)
      writer.raw("\":")
      let value = values.value(at: place)
      switch steps[place].kind {
      case .integer: writer.integer(Int64(Int(value)))
      case .boolean: Bool(value).writeJSON(to: &writer)
      case .text: writer.string(value.range, of: value.storage)
      case .texts: [String](value).writeJSON(to: &writer)
      case .objects: [MemberValues](value).writeJSON(to: &writer)
      }
    }
  }
}

extension MemberList {
  /// Whether a value may be beyond a limit.
  var hasLimits: Bool { members.contains(where: \.hasLimits) }
  /// Whether one of a personal member may.
  var hasPersonalLimits: Bool { members[ownCount...].contains(where: \.hasLimits) }

  /// The members whose values are beyond their limits.
  ///
  /// - Parameter rules: The version that decides, and those up to it.
  func invalidFields(
    of values: MemberValues, by rules: ArraySlice<String>, in path: String = ""
  ) -> [InvalidField] {
    members.indices.flatMap { place -> [InvalidField] in
      guard !values.isAbsent(place) else { return [] }
      let (member, value) = (members[place], values.value(at: place))
      let limit = member.limit(by: rules)
      func invalid(_ code: String?) -> [InvalidField] {
        code.map { [InvalidField(field: path + member.name, code: $0)] } ?? []
      }
      switch member.kind {
      case .integer:
        let isIn = limit?.contains(Int(value)) ?? true
        return invalid(isIn && Self.accepted.contains(Int(value)) ? nil : "out-of-range")
      case .boolean: return []
      case .text:
        let count = Text(value).bytes.count { $0 & 0xC0 != 0x80 }
        return invalid(
          limit?.code(of: count, below: count == 0 ? "blank" : "too-short", above: "too-long"))
      case .texts:
        let count = [String](value).count
        return invalid(limit?.code(of: count, below: "too-few", above: "too-many"))
      case .objects:
        let objects = [MemberValues](value)
        return invalid(limit?.code(of: objects.count, below: "too-few", above: "too-many"))
          + objects.enumerated().flatMap {
            member.elements.invalidFields(
              of: $1, by: rules, in: "\(path)\(member.name)[\($0)].")
          }
      }
    }
  }
}

extension MemberDescription {
  fileprivate var hasLimits: Bool {
    kind == .integer || limits.contains { $0.limit != nil } || elements.hasLimits
  }

  /// The limit that holds for the last of these versions.
  fileprivate func limit(by rules: ArraySlice<String>) -> ClosedRange<Int>? {
    limits.last { $0.since.map(rules.contains) ?? true }?.limit
  }
}

extension ClosedRange<Int> {
  fileprivate func code(of count: Int, below: String, above: String) -> String? {
    if count < lowerBound { return below }
    return count > upperBound ? above : nil
  }
}
