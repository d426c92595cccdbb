// Numbers that were measured several times, and how they are summed up.

/// What several runs gave, in one unit.
struct Sample {
  private let sorted: [Double]

  /// - Parameter values: At least one.
  init(_ values: [Double]) { sorted = values.sorted() }

  var median: Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  var least: Double { sorted.first ?? 0 }
  var most: Double { sorted.last ?? 0 }
}

/// What a number counts.
enum Unit: String {
  case nanoseconds = "ns"
  case bytesPerSecond = "bytes/s"
  case perSecond = "1/s"
  case bytes
}

/// What a figure must reach.
enum Target {
  /// No more than so many times its floor.
  case atMostTimesFloor(Double)
  /// So many times its floor.
  case atLeastTimesFloor(Double)
  /// So many a second.
  case atLeast(Double)
  /// No more than that.
  case atMost(Double)
}

/// One line of the report.
struct Figure {
  let name: String
  let title: String
  let unit: Unit
  let sample: Sample
  /// What the machine can do at best, measured in the same runs.
  let floor: (title: String, sample: Sample)?
  /// The figure over its floor, run by run.
  let ratio: Sample?
  let target: Target

  /// A figure beside its floor.
  ///
  /// - Parameter runs: What each run gave, and its floor.
  init(
    _ name: String, _ title: String, in unit: Unit, _ runs: [(value: Double, floor: Double)],
    floor: String, target: Target
  ) {
    self.name = name
    self.title = title
    self.unit = unit
    sample = Sample(runs.map(\.value))
    self.floor = (floor, Sample(runs.map(\.floor)))
    ratio = Sample(runs.map { $0.value / $0.floor })
    self.target = target
  }

  /// A figure that stands for itself.
  init(_ name: String, _ title: String, _ runs: [Double], atLeast target: Double) {
    self.name = name
    self.title = title
    unit = .perSecond
    sample = Sample(runs)
    floor = nil
    ratio = nil
    self.target = .atLeast(target)
  }

  /// A figure that stands for itself, the less the better.
  init(_ name: String, _ title: String, in unit: Unit, _ runs: [Double], atMost target: Double) {
    self.name = name
    self.title = title
    self.unit = unit
    sample = Sample(runs)
    floor = nil
    ratio = nil
    self.target = .atMost(target)
  }

  var passes: Bool {
    switch target {
    case .atMostTimesFloor(let limit): (ratio?.median ?? .infinity) <= limit
    case .atLeastTimesFloor(let limit): (ratio?.median ?? 0) >= limit
    case .atLeast(let limit): sample.median >= limit
    case .atMost(let limit): sample.median <= limit
    }
  }
}
