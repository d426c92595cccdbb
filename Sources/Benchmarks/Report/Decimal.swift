// Numbers as text. The standard library prints doubles only in full.

/// The number with this many digits after the point.
func decimal(_ value: Double, digits: Int) -> String {
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((value.magnitude * Double(scale)).rounded())
  let sign = value < 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(scaled)" }
  let fraction = String(scaled % scale)
  return sign + "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count)
    + fraction
}

extension Unit {
  /// The number for people.
  func text(_ value: Double) -> String {
    switch self {
    case .nanoseconds:
      value >= 1_000_000_000
        ? decimal(value / 1_000_000_000, digits: 2) + " s"
        : value >= 1_000_000
          ? decimal(value / 1_000_000, digits: 2) + " ms" : decimal(value / 1000, digits: 1) + " µs"
    case .bytes:
      value >= 100_000
        ? decimal(value / 1_000_000, digits: 1) + " MB" : decimal(value, digits: 0) + " bytes"
    case .bytesPerSecond: decimal(value / 1_000_000_000, digits: 2) + " GB/s"
    case .perSecond:
      value >= 1_000_000
        ? decimal(value / 1_000_000, digits: 2) + " M/s" : decimal(value / 1000, digits: 1) + " k/s"
    }
  }
}

extension Target {
  /// The target for people.
  func text(in unit: Unit) -> String {
    switch self {
    case .atMostTimesFloor(let limit, let more):
      "≤ \(decimal(limit, digits: 2)) ×" + (more > 0 ? " + \(unit.text(more))" : "")
    case .atLeastTimesFloor(let limit): "≥ \(decimal(limit, digits: 2)) ×"
    case .atLeast(let limit): "≥ \(unit.text(limit))"
    case .atMost(let limit): "≤ \(unit.text(limit))"
    }
  }
}
