// The history of an invented shop, as commands in the order of their times. It needs memory for the orders that
// are open at one time only, so there is no limit to how many are made up.

package struct MadeUpShop: Sequence, IteratorProtocol {
  private struct OpenOrder {
    /// The time when the next step is due.
    var at: Int64
    let number: Int
    var steps: ArraySlice<LifeStep>

    func isBefore(_ other: OpenOrder) -> Bool { (at, number) < (other.at, other.number) }
  }

  /// The year 2020 begins, and 2025.
  private static let period: Range<Int64> = 1_577_836_800_000_000..<1_735_689_600_000_000

  private let orders: Int
  private let seed: UInt64
  private let gap: Int64
  private var random: SplitMix64
  private var created = 0
  private var nextArrival: Int64
  /// A binary heap: each is before the two at twice its place plus 1 and 2.
  private var open: [OpenOrder] = []

  /// - Parameters:
  ///   - orders: The number of orders, spread over five years.
  ///   - seed: The same seed makes the same history, on every machine.
  package init(orders: Int, seed: UInt64) {
    self.orders = orders
    self.seed = seed
    gap = (Self.period.upperBound - Self.period.lowerBound) / Int64(Swift.max(1, orders))
    random = SplitMix64(seed: seed)
    nextArrival = Self.period.lowerBound + Int64(random.next(below: Int(gap)))
  }

  package mutating func next() -> Submission<Orders.Command>? {
    if created < orders, open.first.map({ nextArrival <= $0.at }) ?? true { arrive() }
    guard var order = open.first, let step = order.steps.popFirst() else { return nil }
    var submission = step.submission
    submission.at = Timestamp(microseconds: order.at)
    if let following = order.steps.first {
      order.at += following.delay
      open[0] = order
    } else {
      open[0] = open[open.count - 1]
      open.removeLast()
    }
    siftDown()
    return submission
  }

  private mutating func arrive() {
    let life = OrderLife(number: created, customers: orders / 3 + 1, seed: seed)
    open.append(OpenOrder(at: nextArrival, number: created, steps: life.steps[...]))
    created += 1
    nextArrival =
      Self.period.lowerBound + Int64(created) * gap + Int64(random.next(below: Int(gap)))
    var place = open.count - 1
    while place > 0, open[place].isBefore(open[(place - 1) / 2]) {
      open.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Puts the first one where it belongs.
  private mutating func siftDown() {
    var place = 0
    while 2 * place + 1 < open.count {
      var child = 2 * place + 1
      if child + 1 < open.count, open[child + 1].isBefore(open[child]) { child += 1 }
      guard open[child].isBefore(open[place]) else { return }
      open.swapAt(place, child)
      place = child
    }
  }
}
