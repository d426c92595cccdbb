// The shapes of values: checked over the whole parsed line, one rule after the other.

indirect enum Shape: Sendable {
  case any
  case null
  case text
  case integer(ClosedRange<Int>)
  /// A text of this form; another one is newer if a later version might add it.
  case form(@Sendable (Text) -> Bool, elseNewer: Bool = false)
  case list(Shape, atLeast: Int = 0)
  case object(Keys)
  /// An object of texts, under whatever keys.
  case texts
  case either(Shape, Shape)
  /// An object whose `type` says which of these it is; any other type is newer.
  case typed([Text: Keys])

  static let anyInteger = Shape.integer(-Limits.integer...Limits.integer)
  static func orNull(_ shape: Shape) -> Shape { .either(.null, shape) }
  static func fixed(_ text: Text) -> Shape { .form { $0 == text } }
}

struct Keys: Sendable {
  struct Key: Sendable {
    var name: Text
    var shape: Shape
    var isRequired = false

    /// Where null may stand for a value, it's none.
    func isThere(in node: Node) -> Bool {
      guard let value = node[name] else { return false }
      if case .either(.null, _) = shape { return !value.isNull }
      return true
    }
  }

  var keys: [Key]
  /// Whether a further key tells a newer version.
  var isClosed = false
  /// The key that must be before all others, even those that aren't known.
  var first: Text?
  var atLeast = 0
  var isOrdered = true

  static func + (one: Keys, other: Keys) -> Keys {
    Keys(keys: one.keys + other.keys, isClosed: one.isClosed)
  }
}

/// Compares a value with its shape, and collects whatever differs.
struct ShapeCheck {
  /// Whether known keys must be in their order.
  let isCanonical: Bool
  private(set) var flaws: [Flaw] = []

  init(isCanonical: Bool) { self.isCanonical = isCanonical }

  mutating func check(_ node: Node, _ shape: Shape) {
    switch shape {
    case .any: return
    case .null: require(node.isNull, node, "not null")
    case .text: require(node.text != nil, node, "not a text")
    case .integer(let range):
      require(node.integer.map(range.contains) == true, node, "not an integer in \(range)")
    case .form(let isRight, let elseNewer):
      guard let text = node.text else { return require(false, node, "not a text") }
      require(isRight(text), node, "malformed", elseNewer ? .newer : .corrupt)
      let isPlain = node.end - node.start == text.quoted.count
      if !elseNewer { require(isPlain, node, "escaped") }
    case .list(let element, let least):
      guard let list = node.list else { return require(false, node, "not an array") }
      for node in list { check(node, element) }
      require(list.count >= least, node, "empty")
    case .object(let keys):
      guard let members = node.members else { return require(false, node, "not an object") }
      check(members, keys, in: node)
    case .texts:
      guard let members = node.members else { return require(false, node, "not an object") }
      for member in members { check(member.node, .text) }
    case .either(let one, let other):
      var first = ShapeCheck(isCanonical: isCanonical)
      first.check(node, one)
      if !first.flaws.isEmpty { check(node, other) }
    case .typed(let types): check(node, types)
    }
  }

  private mutating func check(_ node: Node, _ types: [Text: Keys]) {
    guard let members = node.members else { return require(false, node, "not an object") }
    let name = node["type"]?.text
    if let keys = name.flatMap({ types[$0] }) { return check(members, keys, in: node) }
    if name != nil { require(false, node["type"] ?? node, "unknown type", .newer) }
    // Members that all of them have are checked all the same.
    let common = types.values.reduce(types.values.first?.keys ?? []) { common, keys in
      common.filter { key in keys.keys.contains { $0.name == key.name } }
    }
    check(members, Keys(keys: common), in: node)
  }

  private mutating func check(_ members: [Member], _ keys: Keys, in node: Node) {
    var last = -1
    for member in members {
      guard let index = keys.keys.firstIndex(where: { $0.name == member.key }) else {
        if keys.isClosed {
          flaws.append(Flaw(kind: .newer, byte: member.start, what: "unknown key"))
        }
        continue
      }
      if isCanonical && keys.isOrdered && index < last {
        flaws.append(Flaw(byte: member.start, what: "key out of order"))
      }
      last = max(last, index)
      check(member.node, keys.keys[index].shape)
    }
    require(members.count >= keys.atLeast, node, "too few keys")
    if isCanonical, let first = keys.first, members.first?.key != first,
      let later = members.first(where: { $0.key == first })
    {
      flaws.append(Flaw(byte: later.start, what: "a key before the \(first)"))
    }
    // The place of something missing is that of the object.
    for key in keys.keys where key.isRequired && !key.isThere(in: node) {
      require(false, node, "required key missing")
    }
  }

  private mutating func require(
    _ isRight: Bool, _ node: Node, _ what: String, _ kind: Flaw.Kind = .corrupt
  ) {
    if !isRight { flaws.append(Flaw(kind: kind, byte: node.start, what: what)) }
  }
}
