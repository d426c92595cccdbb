// A JSON value and where it is, as the second reader sees it.

/// Bytes of UTF-8. (Two Swift strings are equal if Unicode says so; texts in the log are compared byte by byte.)
struct Text: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
  init(_ string: String) { bytes = Array(string.utf8) }
  init(stringLiteral value: String) { bytes = Array(value.utf8) }

  var description: String { String(decoding: bytes, as: UTF8.self) }

  static func < (one: Text, other: Text) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

struct Node: Equatable, Sendable {
  var value: Value
  /// The place of its first byte, and the one after its last.
  var start = 0
  var end = 0

  static func == (one: Node, other: Node) -> Bool { one.value == other.value }
}

enum Value: Equatable, Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case text(Text)
  case list([Node])
  case object([Member])
}

struct Member: Equatable, Sendable {
  var key: Text
  /// The place of the key's opening quote.
  var start = 0
  var node: Node

  static func == (one: Member, other: Member) -> Bool {
    one.key == other.key && one.node == other.node
  }
}

extension Node {
  init(_ text: Text) { value = .text(text) }
  init(_ integer: Int) { value = .integer(integer) }
  init(_ list: [Node]) { value = .list(list) }
  init(_ members: [(Text, Node)]) {
    value = .object(members.map { Member(key: $0, node: $1) })
  }

  /// A command or an event.
  init(type: Text, _ members: [(Text, Node)] = []) {
    self.init([("type", Node(type))] + members)
  }

  static let null = Node(value: .null)

  var isNull: Bool { value == .null }
  var text: Text? { if case .text(let text) = value { text } else { nil } }
  var integer: Int? { if case .integer(let integer) = value { integer } else { nil } }
  var flag: Bool? { if case .flag(let flag) = value { flag } else { nil } }
  var list: [Node]? { if case .list(let list) = value { list } else { nil } }
  var members: [Member]? { if case .object(let members) = value { members } else { nil } }

  /// The member with this key.
  subscript(key: Text) -> Node? {
    get { members?.first { $0.key == key }?.node }
    set {
      guard var members else { return }
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let node?): members[index].node = node
      case (let index?, nil): members.remove(at: index)
      case (nil, let node?): members.append(Member(key: key, node: node))
      case (nil, nil): return
      }
      value = .object(members)
    }
  }

  /// The canonical form.
  var canonical: [UInt8] {
    switch value {
    case .null: return Array("null".utf8)
    case .flag(let flag): return Array((flag ? "true" : "false").utf8)
    case .integer(let integer): return Array(String(integer).utf8)
    case .text(let text): return text.quoted
    case .list(let list):
      return [0x5B] + list.map(\.canonical).joined(separator: [0x2C]) + [0x5D]
    case .object(let members):
      return [0x7B]
        + members.map { $0.key.quoted + [0x3A] + $0.node.canonical }.joined(separator: [0x2C])
        + [0x7D]
    }
  }
}

extension Text {
  /// The text as a canonical JSON string.
  var quoted: [UInt8] {
    var quoted: [UInt8] = [0x22]
    for byte in bytes {
      switch byte {
      case 0x22: quoted += [0x5C, 0x22]
      case 0x5C: quoted += [0x5C, 0x5C]
      case 0x08: quoted += [0x5C, 0x62]
      case 0x09: quoted += [0x5C, 0x74]
      case 0x0A: quoted += [0x5C, 0x6E]
      case 0x0C: quoted += [0x5C, 0x66]
      case 0x0D: quoted += [0x5C, 0x72]
      case ..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        quoted += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: quoted.append(byte)
      }
    }
    return quoted + [0x22]
  }
}
