// An order as the base of an archived log has it: JSON that doesn't depend on how orders are kept in memory.

import EventSourcing
import JSONLines

extension Orders {
  /// An object: what is known of the order, its members as the log has them; without members if there is no order.
  public static func writeArchived(_ state: Order?, to writer: inout JSONWriter) -> Bool {
    guard let state else {
      writer.raw("{}")
      return true
    }
    let row = state.row
    writer.object { object in
      object.member("status", row.status.rawValue)
      object.member("rev", row.rev)
      object.member("total", Int(row.total))
      object.member("paid", Int(row.paid))
      object.member("refunded", Int(row.refunded))
      object.member("placedAt", row.placedAt.description)
      object.member("updatedAt", row.updatedAt.description)
      let lost = row.lost.archivedNames
      object.member("lost", lost.isEmpty ? nil : lost)
      object.member("erased", row.isErased ? true : nil)
      for (key, part) in zip(ArchivedOrder.parts, state.parts) {
        object.member(key) { $0.members(part, of: state.bytes) }
      }
    }
    return true
  }

  /// The order that was written.
  public static func readArchived(_ json: inout JSONReader) throws(JSONError) -> Order?? {
    let start = json.position
    if json.expect("{}") { return .some(nil) }
    var archived = ArchivedOrder()
    try json.read(ArchivedOrder.shape, into: &archived)
    guard let order = archived.order(in: json.storage) else {
      throw JSONError(.invalidValue, at: start)
    }
    return .some(order)
  }
}

/// Where the members of an archived order are.
private struct ArchivedOrder: BitwiseCopyable {
  static let parts: [StaticString] = ["fields", "personal", "shipping"]
  static let shape = ObjectShape(
    .text("status", nullable: false), .integer("rev", nullable: false),
    .integer("total", nullable: false), .integer("paid", nullable: false),
    .integer("refunded", nullable: false), .text("placedAt", nullable: false),
    .text("updatedAt", nullable: false), .any("lost"), .any("erased"), .any("fields"),
    .any("personal"), .any("shipping"))

  var status = TextRange.absent
  var rev = ObjectShape.absentInteger
  var total = ObjectShape.absentInteger
  var paid = ObjectShape.absentInteger
  var refunded = ObjectShape.absentInteger
  var placedAt = TextRange.absent
  var updatedAt = TextRange.absent
  var lost = TextRange.absent
  var erased = TextRange.absent
  var fields = TextRange.absent
  var personal = TextRange.absent
  var shipping = TextRange.absent

  /// nil if it isn't one.
  func order(in storage: ByteStorage) -> Order? {
    guard let status = Order.Status(rawValue: storage.string(status)),
      let placed = Timestamp(storage.string(placedAt)),
      let updated = Timestamp(storage.string(updatedAt)), let lost = lost(in: storage),
      0...Int64(UInt32.max) ~= rev, [total, paid, refunded].allSatisfy({ $0.magnitude < 1 << 53 }),
      [fields, personal, shipping].allSatisfy({ storage.isObject($0) })
    else { return nil }
    var row = Order.Row(total: total, rev: Int(rev), at: placed)
    (row.status, row.paid, row.refunded, row.updatedAt) = (status, paid, refunded, updated)
    row.lost = lost
    row.isErased = erased.isPresent
    let parts = [fields, personal, shipping].map { storage.slice($0).dropFirst().dropLast() }
    return Order(row, parts: parts)
  }

  private func lost(in storage: ByteStorage) -> FieldSet? {
    guard lost.isPresent else { return [] }
    let names = try? JSONValue(storage, in: lost.bounds, profile: .canonical).array
    return names.flatMap { FieldSet(archived: $0.compactMap(\.string)) }
  }
}

extension FieldSet {
  private static let creationName = "creation"

  /// The fields by their paths, and a word for the creation.
  fileprivate var archivedNames: [String] {
    let fields = OrderField.allCases.filter { $0.isPersonal && contains($0) }.map(\.path)
    return fields + (intersects(.creation) ? [Self.creationName] : [])
  }

  /// nil if one of the names is unknown.
  fileprivate init?(archived names: [String]) {
    self = []
    for name in names {
      if name == Self.creationName {
        formUnion(.creation)
      } else if let field = OrderField.personal.first(where: { $0.path == name }) {
        formUnion(FieldSet(field))
      } else {
        return nil
      }
    }
  }
}

extension Order {
  /// Its members that aren't personal, those that are, and what is known of its shipping, each with leading commas.
  fileprivate var parts: [Range<Int>] {
    let ends = [0, Int(row.membersEnd), Int(row.personalEnd), bytes.count - 2]
    return zip(ends, ends.dropFirst()).map { $0..<$1 }
  }

  /// An order of such parts, each without its first comma.
  fileprivate init(_ row: Row, parts: [Slice<UnsafeRawBufferPointer>]) {
    var (row, bytes, ends) = (row, [UInt8](), [UInt32]())
    for part in parts {
      if !part.isEmpty { bytes.append(UInt8(ascii: ",")) }
      bytes += part
      ends.append(UInt32(bytes.count))
    }
    (row.membersEnd, row.personalEnd) = (ends[0], ends[1])
    let country = row.lost.intersects(.creation) ? OrderFields.noCountry : OrderFields.country
    bytes += Array("\(country)".utf8)
    self.init(row: row, bytes: .copy(of: bytes))
  }
}

extension JSONWriter {
  /// Writes an object of members that each have a leading comma.
  fileprivate mutating func members(_ part: Range<Int>, of storage: ByteStorage) {
    raw("{")
    withExtendedLifetime(storage) {
      raw(UnsafeRawBufferPointer(rebasing: storage.bytes[part].dropFirst()))
    }
    raw("}")
  }
}

extension ByteStorage {
  fileprivate func isObject(_ range: TextRange) -> Bool {
    range.count >= 2 && bytes[range.offset] == UInt8(ascii: "{")
  }
}
