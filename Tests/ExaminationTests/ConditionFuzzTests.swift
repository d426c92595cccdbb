import EventSourcing
import JSONLines
import TestKit
import Testing

@testable import Examination

/// Any text that is typed leads to an answer or an error with a place, never a crash.
@Suite struct ConditionFuzzTests {
  static let words = [
    "weight", "status", "note", "sentAt", "fragile", "box.limit", "parts", "parts[0].quantity",
    "parts[1].sku", "quantity", "seq", "at", "actor", "command.type", "rejected.code", "len",
    "sum", "old", "changed", "exists", "and", "or", "not", "in", "else", "true", "false", "==",
    "!=", "<", "<=", ">", ">=", "+", "-", "*", "(", ")", "[", "]", ",", ".", "0", "1",
    "12.50", "price", "value", "contains", "starts", "with", "lower",
    "9223372036854775807", "9223372036854775808", "2026-01-31", "2026-01-31T12:00Z", "'sent'",
    "\"packed\"", "'", "\"", "é", "\u{301}", "\0", "\u{1b}", "=",
  ]

  @Test func `random words never trap`() {
    var random = Seeded.forTest()
    for _ in 0..<Seeded.trials(20_000) {
      let count = 1 + random.below(12)
      let text = (0..<count).map { _ in Self.words[random.below(Self.words.count)] }
        .joined(separator: random.below(4) == 0 ? "" : " ")
      check(text, random.seed)
    }
  }

  @Test func `random bytes never trap`() {
    var random = Seeded.forTest()
    for _ in 0..<Seeded.trials(10_000) {
      let bytes = (0..<random.below(24)).map { _ in UInt8(random.below(256)) }
      check(String(decoding: bytes, as: UTF8.self), random.seed)
    }
  }

  @Test func `random changes of a good condition never trap`() {
    var random = Seeded.forTest()
    let good = Array(
      #"not changed(status) or sum(parts, quantity * weight) <= -(box.limit else 5) + old(weight)"#
        .utf8)
    for _ in 0..<Seeded.trials(10_000) {
      var bytes = good
      for _ in 0...random.below(3) {
        bytes[random.below(bytes.count)] = UInt8(0x20 + random.below(0x60))
      }
      check(String(decoding: bytes, as: UTF8.self), random.seed)
    }
  }

  private func check(_ text: String, _ seed: UInt64) {
    do throws(ConditionError) {
      let formula = try Formula(text, of: Parcel.schema)
      for before in [nil] + Self.parcels {
        for parcel in Self.parcels {
          for term in [formula.term] + formula.parts.map(\.term) {
            _ = formula.value(of: term, parcel, before: before)
          }
        }
      }
    } catch {
      let isPlace = error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count
      #expect(isPlace && error.column >= 1 && !error.message.isEmpty, "\(text) (seed \(seed))")
    }
  }

  private static let parcels: [Parcel] = {
    var extreme = Parcel()
    extreme.weight = .min
    extreme.limit = .max
    extreme.parts = [("", .min), ("", .max)]
    extreme.sentAt = .latest
    var empty = Parcel()
    (empty.status, empty.weight, empty.limit, empty.isFragile) = (nil, nil, nil, nil)
    empty.parts = []
    return [Parcel(), extreme, empty]
  }()
}
