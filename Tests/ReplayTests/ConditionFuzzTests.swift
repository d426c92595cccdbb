import EventSourcing
import Foundation
import JSONLines
import Testing

@testable import Replay

/// Whatever somebody types: an answer or an error with a place, never a crash.
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
    var random = Seeded(seed())
    for _ in 0..<20_000 {
      let count = 1 + random.below(12)
      let text = (0..<count).map { _ in Self.words[random.below(Self.words.count)] }
        .joined(separator: random.below(4) == 0 ? "" : " ")
      check(text, random.seed)
    }
  }

  @Test func `random bytes never trap`() {
    var random = Seeded(seed())
    for _ in 0..<10_000 {
      let bytes = (0..<random.below(24)).map { _ in UInt8(random.below(256)) }
      check(String(decoding: bytes, as: UTF8.self), random.seed)
    }
  }

  @Test func `random changes of a good condition never trap`() {
    var random = Seeded(seed())
    let good = Array(
      #"not changed(status) or sum(parts, quantity * weight) <= -(box.limit else 5) + old(weight)"#
        .utf8)
    for _ in 0..<10_000 {
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
      let inputs = [FieldValue](repeating: .absent, count: formula.inputs.count)
      for parcel in Self.parcels { _ = formula.code.reading(parcel, inputs) }
      for parcel in Self.parcels {
        for part in formula.parts { _ = part.term.value(parcel, inputs) }
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

  /// The seed in CLEANSTORE_SEED, else a fresh one.
  private func seed() -> UInt64 {
    ProcessInfo.processInfo.environment["CLEANSTORE_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 0 ... .max)
  }
}

/// SplitMix64: random numbers that can be had again.
struct Seeded {
  let seed: UInt64
  private var state: UInt64

  init(_ seed: UInt64) {
    self.seed = seed
    state = seed
  }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(limit))
  }
}
