// A number that may be missing. No currency and no arithmetic: see Money and Order.

/// An integer of a command: there, missing, or `null`, which removes what was there.
///
/// Amounts of money are in minor units (cents).
public struct Amount: BitwiseCopyable, Hashable, Sendable {
  private let raw: Int64

  /// Means that the field is absent.
  public static let absent = Amount(raw: ObjectShape.absentInteger)
  /// The amount that stands for JSON's `null`.
  public static let null = Amount(raw: ObjectShape.nullInteger)

  private init(raw: Int64) { self.raw = raw }

  /// An amount as it is in a slot of a shape.
  init(bits: UInt64) { raw = Int64(bitPattern: bits) }

  var bits: UInt64 { UInt64(bitPattern: raw) }

  /// The numbers that the log can hold: ±(2^53 − 1).
  static let range: ClosedRange<Int64> = -9_007_199_254_740_991...9_007_199_254_740_991

  /// A number, limited to ±(2^53 − 1). A larger one couldn't be written, and the rules judge it as
  /// they judge the limit: it is out of every range.
  public init(_ value: Int64) {
    raw = min(max(value, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Whether the field is absent.
  public var isAbsent: Bool { raw == .min }
  /// Whether the field is `null`.
  public var isNull: Bool { raw == .min + 1 }
  /// The number, if there is one.
  public var value: Int64? { raw > .min + 1 ? raw : nil }
}

extension Amount: ExpressibleByIntegerLiteral {
  /// The number of a literal.
  public init(integerLiteral value: Int64) { self.init(value) }
}

extension Int64 {
  /// The sum, held at the ends of the range: for sums of facts, which nothing limits.
  func plus(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    return other > 0 ? .max : .min
  }

  /// The number, held at the ends of what the log can hold.
  var held: Int64 { Swift.min(Swift.max(self, Amount.range.lowerBound), Amount.range.upperBound) }

  /// The difference, held at the ends of the range.
  func minus(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    guard overflows else { return difference }
    return other < 0 ? .max : .min
  }
}

/// A sum that knows whether it is more than 64 bits hold.
struct CheckedSum {
  private var sum: Int64 = 0
  private var overflows = false

  /// The sum; nil if it, or a part of it, is more than 64 bits hold.
  var value: Int64? { overflows ? nil : sum }

  mutating func add(_ value: Int64) { take(sum.addingReportingOverflow(value)) }

  mutating func subtract(_ value: Int64) { take(sum.subtractingReportingOverflow(value)) }

  /// Adds what an item comes to. What is missing counts as 0.
  mutating func add(_ item: ItemValues) {
    let (product, overflows) = (item.unitPrice.value ?? 0)
      .multipliedReportingOverflow(by: item.quantity.value ?? 0)
    self.overflows = self.overflows || overflows
    add(product)
  }

  private mutating func take(_ result: (partialValue: Int64, overflow: Bool)) {
    sum = result.partialValue
    overflows = overflows || result.overflow
  }
}
