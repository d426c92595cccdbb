// How an event's fields and its total are read: from the end, where the total is in nearly every line.

import EventSourcing
import JSONLines

extension Payload {
  /// The fields of an event, and its total if it has one.
  mutating func fieldsAndTotal() throws(JSONError) -> (OrderFields, total: Int64?) {
    let all = try members(repeatingCommandIn: OrderField.eventShape)
    var (members, total) = (all, Int64?.none)
    if isCanonical, let found = storage.total(endingAt: all.bounds.upperBound) {
      total = found.value
      members = TextRange(all.offset..<found.start)
    } else {
      var values = OrderValues(in: storage)
      values.take(all, OrderField.eventShape)
      total = Amount(bits: values.slots[OrderField.totalSlot]).value
    }
    // A total among the members isn't one of the fields.
    let isAsWritten = isAsWritten && (total == nil || members != all)
    let fields = OrderFields(
      in: storage, members: members, personal: personal,
      isAsWritten ? .written : .read)
    return (fields, total)
  }

  /// A number that an event must have.
  func require(_ key: StaticString, _ value: Int64?) throws(JSONError) -> Int64 {
    guard let value else { throw JSONError(.missingKey, at: start, key: key) }
    return value
  }
}

extension ByteStorage {
  /// The total that ends an event's members, as it does in nearly every line, and where it begins.
  fileprivate func total(endingAt end: Int) -> (value: Int64, start: Int)? {
    var start = end
    var value: Int64 = 0
    var power: Int64 = 1
    while start > 0, end - start < 16, case let digit = bytes[start - 1] &- 0x30, digit < 10 {
      value += Int64(digit) * power
      power *= 10
      start -= 1
    }
    let key: StaticString = #","total":"#
    start -= key.utf8CodeUnitCount
    guard power > 1, start >= 0, equals(TextRange(offset: start, count: key.utf8CodeUnitCount), key)
    else { return nil }
    return (value, start)
  }
}
