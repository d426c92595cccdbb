// Numbers that were measured several times, and how they are summed up.

/// The results of several runs, in one unit.
struct Sample {
  private let sorted: [Double]

  /// - Parameter values: At least one.
  init(_ values: [Double]) { sorted = values.sorted() }

  var median: Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The smallest value that this percentage of all doesn't exceed.
  func percentile(_ percent: Double) -> Double {
    // In this order: 99.9 / 100 is more than it should be.
    let rank = Int((percent * Double(sorted.count) / 100).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  var least: Double { sorted.first ?? 0 }
  var most: Double { sorted.last ?? 0 }
}

/// The unit of a number.
enum Unit: String {
  case nanoseconds = "ns"
  case bytesPerSecond = "bytes/s"
  case perSecond = "1/s"
  case bytes
}

/// The number that a figure must reach.
enum Target {
  /// No more than this many times its floor, plus this much.
  case atMostTimesFloor(Double, plus: Double = 0)
  /// So many times its floor.
  case atLeastTimesFloor(Double)
  /// So many a second.
  case atLeast(Double)
  /// No more than that.
  case atMost(Double)
}

/// The name of a figure, and the number that it must reach.
struct Heading: Sendable {
  let name: String
  let title: String
  let unit: Unit
  /// The name of the floor, if there is one.
  let floor: String?
  /// Nil if it is measured for information only.
  let target: Target?
}

/// One line of the report.
struct Figure {
  let heading: Heading
  let sample: Sample
  /// The best that the machine can do, measured in the same runs, if that was measured.
  let floor: Sample?
  /// The figure over its floor, run by run.
  let ratio: Sample?

  init(_ heading: Heading, _ runs: [Run]) {
    self.heading = heading
    sample = Sample(runs.map(\.value))
    let floors = runs.compactMap(\.floor)
    floor = floors.isEmpty ? nil : Sample(floors)
    ratio = floors.isEmpty ? nil : Sample(zip(runs, floors).map { $0.value / $1 })
  }

  /// Whether it reaches its target; nil if it has none.
  var passes: Bool? {
    switch heading.target {
    case .atMostTimesFloor(let limit, plus: 0): (ratio?.median ?? .infinity) <= limit
    case .atMostTimesFloor(let limit, let more):
      sample.median <= limit * (floor?.median ?? 0) + more
    case .atLeastTimesFloor(let limit): (ratio?.median ?? 0) >= limit
    case .atLeast(let limit): sample.median >= limit
    case .atMost(let limit): sample.median <= limit
    case nil: nil
    }
  }
}
