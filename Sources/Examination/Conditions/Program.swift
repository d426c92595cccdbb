// The compiled form of a condition: steps over plain numbers, in one flat array. An absent value is nil, a time is in
// microseconds, a word is its place among its field's words, and a condition is 1 where it holds and 0 where it doesn't.
// Texts and elements of lists aren't numbers: a closure finds out what is needed of them, once its step is reached.

/// The moment at which formulas are evaluated: a state and, at an entry, what preceded it.
@usableFromInline package struct Moment {
  let state: UnsafeRawPointer
  /// The state before the entry, if there was one.
  let before: UnsafeRawPointer?
  /// The numbers that the states have at hand: those of now, then those of before.
  let row: UnsafeBufferPointer<Int64?>
  /// The entry's own fields, by their places; none if there is no entry.
  let entry: UnsafeBufferPointer<FieldValue>

  @usableFromInline init(
    _ state: UnsafeRawPointer, before: UnsafeRawPointer?, row: UnsafeBufferPointer<Int64?>,
    entry: UnsafeBufferPointer<FieldValue>
  ) {
    (self.state, self.before, self.row, self.entry) = (state, before, row, entry)
  }

  func state(before isBefore: Bool) -> UnsafeRawPointer? { isBefore ? before : state }
}

/// Finds out a value at a moment; nil if it is absent.
typealias Reading<Value> = @Sendable (Moment) -> Value?

/// Passes the elements of a list one after another, each as its fields by their places; false if there is no list.
typealias Visit = @Sendable (Moment, (_ field: (Int) -> FieldValue) -> Void) -> Bool

/// The place of a number: below 0 in the row of the states, else in the program's own memory.
typealias Register = Int32

struct Step: BitwiseCopyable {
  enum Kind: UInt8 {
    case move, negate, add, subtract, multiply
    case less, lessOrEqual, equal, different
    /// Whether two values differ, where being absent is a value, too; and where it is the same as 0.
    case unlike, unlikeOrZero
    case both, either, not, exists
    /// The one if it isn't absent, else the other; the one if the other holds.
    case orElse, onlyIf
    /// The reading with the number `one`.
    case read
    // These skip what precedes the step `other`:
    /// The sum with the number `one` is computed by what it skips.
    case sum
    case skipIf, skipUnless, skipIfPresent, skipWithoutBefore
    /// The target is absent or false where `one` is absent.
    case absentWithout, falseWithout

    var skips: Bool { rawValue >= Kind.sum.rawValue }
  }

  let kind: Kind
  var target: Register
  let one: Register
  var other: Register
}

/// Steps, with what they need.
struct Program: Sendable {
  private(set) var steps: [Step] = []
  private var constants: [(register: Register, value: Int64)] = []
  private var readings: [Reading<Int64>] = []
  private var sums: [Sum] = []
  /// The beginning of its memory: the constants.
  private var memory: [Int64?] = []
  /// The last step that others skip to.
  private var landing = 0

  private struct Sum: Sendable {
    let visit: Visit
    /// The fields that the steps need of each element: their places and registers.
    let columns: [(place: Int, register: Register)]
    /// The register in which the steps put an element's value.
    let value: Register
  }
}

// Compiling.
extension Program {
  mutating func register() -> Register {
    memory.append(nil)
    return Register(memory.count - 1)
  }

  mutating func constant(_ value: Int64) -> Register {
    if let known = constants.first(where: { $0.value == value }) { return known.register }
    let register = register()
    constants.append((register, value))
    memory[Int(register)] = value
    return register
  }

  @discardableResult
  mutating func emit(
    _ kind: Step.Kind, _ one: Register = 0, _ other: Register = 0, to target: Register? = nil
  ) -> Register {
    let target = target ?? register()
    steps.append(Step(kind: kind, target: target, one: one, other: other))
    return target
  }

  mutating func read(_ reading: @escaping Reading<Int64>) -> Register {
    readings.append(reading)
    return emit(.read, Register(readings.count - 1))
  }

  /// A step that skips others, up to where it will land.
  ///
  /// - Returns: Its place.
  mutating func skip(_ kind: Step.Kind, _ one: Register = 0, to target: Register = 0) -> Int {
    emit(kind, one, to: target)
    return steps.count - 1
  }

  /// Lets what skips others lead to here.
  mutating func land(_ skips: [Int]) {
    for skip in skips { steps[skip].other = Register(steps.count) }
    landing = steps.count
  }

  /// Whether the steps since one may take long, or find out that something is wrong with the condition.
  func reads(since start: Int) -> Bool {
    steps[start...].contains { $0.kind == .read || $0.kind == .sum }
  }

  /// Emits steps before those since one.
  mutating func insert<Value>(before start: Int, _ emit: (inout Program) -> Value) -> Value {
    let moved = cut(from: start)
    let value = emit(&self)
    append(moved, cutFrom: start)
    return value
  }

  /// Takes steps out, to append them elsewhere.
  mutating func cut(from start: Int) -> [Step] {
    let cut = Array(steps[start...])
    steps.removeSubrange(start...)
    return cut
  }

  mutating func append(_ cut: [Step], cutFrom start: Int) {
    let distance = steps.count - start
    for var step in cut {
      if step.kind.skips { step.other += Register(distance) }
      steps.append(step)
    }
    // Some of them may lead to the end.
    if cut.contains(where: \.kind.skips) { landing = steps.count }
  }

  /// The sum over a list of a value that the steps since one compute.
  mutating func sum(
    _ visit: @escaping Visit, _ columns: [(place: Int, register: Register)], of value: Register,
    since start: Int
  ) -> Register {
    sums.append(Sum(visit: visit, columns: columns, value: value))
    let number = Register(sums.count - 1)
    let target = register()
    let place = insert(before: start) { $0.skip(.sum, number, to: target) }
    land([place])
    return target
  }

  /// Has a register hold whether a condition in another one does.
  mutating func store(_ condition: Register, to result: Register) {
    if let last = steps.last, last.target == condition, last.kind.isTest, landing < steps.count {
      steps[steps.count - 1].target = result
    } else {
      emit(.both, condition, condition, to: result)
    }
  }
}

extension Step.Kind {
  /// Whether it always finds out 1 or 0.
  fileprivate var isTest: Bool { (Self.less.rawValue...Self.exists.rawValue).contains(rawValue) }
}

// Running.
extension Program {
  /// The value that the steps compute in a register; nil if it is absent.
  func value(of result: Register, at moment: Moment) -> Int64? {
    if result < 0 { return moment.row[Int(~result)] }
    return withUnsafeTemporaryAllocation(of: Int64?.self, capacity: memory.count) { registers in
      memory.withUnsafeBufferPointer { memory in
        steps.withUnsafeBufferPointer { steps in
          guard let registers = registers.baseAddress, let memory = memory.baseAddress else {
            return nil
          }
          registers.initialize(from: memory, count: self.memory.count)
          run(steps[...], at: moment, registers)
          return registers[Int(result)]
        }
      }
    }
  }

  private func run(
    _ steps: Slice<UnsafeBufferPointer<Step>>, at moment: Moment,
    _ memory: UnsafeMutablePointer<Int64?>
  ) {
    var place = steps.startIndex
    while place < steps.endIndex {
      let step = steps.base[place]
      place += 1
      let one = { Self.number(step.one, moment, memory) }
      let other = { Self.number(step.other, moment, memory) }
      var result: Int64?
      switch step.kind {
      case .move: result = one()
      case .negate:
        result = one().flatMap { checked((0 as Int64).subtractingReportingOverflow($0)) }
      case .add: result = Self.computed(one(), other()) { $0.addingReportingOverflow($1) }
      case .subtract: result = Self.computed(one(), other()) { $0.subtractingReportingOverflow($1) }
      case .multiply:
        result = Self.computed(one(), other()) { $0.multipliedReportingOverflow(by: $1) }
      case .less: result = Self.test(one(), other()) { $0 < $1 }
      case .lessOrEqual: result = Self.test(one(), other()) { $0 <= $1 }
      case .equal: result = Self.test(one(), other()) { $0 == $1 }
      case .different: result = Self.test(one(), other()) { $0 != $1 }
      case .unlike: result = one() != other() ? 1 : 0
      case .unlikeOrZero: result = one() ?? 0 != other() ?? 0 ? 1 : 0
      case .both: result = one() == 1 && other() == 1 ? 1 : 0
      case .either: result = one() == 1 || other() == 1 ? 1 : 0
      case .not: result = one() != 1 ? 1 : 0
      case .exists: result = one() != nil ? 1 : 0
      case .orElse: result = one() ?? other()
      case .onlyIf: result = other() == 1 ? one() : nil
      case .read: result = readings[Int(step.one)](moment)
      case .sum:
        let end = Int(step.other)
        result = sum(sums[Int(step.one)], of: steps.base[place..<end], at: moment, memory)
        place = end
      case .skipIf, .skipUnless, .skipIfPresent, .skipWithoutBefore:
        let skips =
          switch step.kind {
          case .skipIf: one() == 1
          case .skipUnless: one() != 1
          case .skipIfPresent: one() != nil
          default: moment.before == nil
          }
        if skips { place = Int(step.other) }
        continue
      case .absentWithout, .falseWithout:
        if one() != nil { continue }
        result = step.kind == .falseWithout ? 0 : nil
        place = Int(step.other)
      }
      memory[Int(step.target)] = result
    }
  }

  /// Absent if any of the values is, or the list, or if 64 bits can't hold it.
  private func sum(
    _ sum: Sum, of steps: Slice<UnsafeBufferPointer<Step>>, at moment: Moment,
    _ memory: UnsafeMutablePointer<Int64?>
  ) -> Int64? {
    var result: Int64? = 0
    let isThere = sum.visit(moment) { field in
      guard let before = result else { return }
      for column in sum.columns { memory[Int(column.register)] = field(column.place).number }
      run(steps, at: moment, memory)
      result = Self.number(sum.value, moment, memory).flatMap {
        checked(before.addingReportingOverflow($0))
      }
    }
    return isThere ? result : nil
  }

  @inline(__always) private static func number(
    _ register: Register, _ moment: Moment, _ memory: UnsafeMutablePointer<Int64?>
  ) -> Int64? {
    register < 0 ? moment.row[Int(~register)] : memory[Int(register)]
  }

  @inline(__always) private static func computed(
    _ one: Int64?, _ other: Int64?, _ body: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> Int64? {
    guard let one, let other else { return nil }
    return checked(body(one, other))
  }

  @inline(__always) private static func test(
    _ one: Int64?, _ other: Int64?, _ holds: (Int64, Int64) -> Bool
  ) -> Int64? {
    guard let one, let other else { return 0 }
    return holds(one, other) ? 1 : 0
  }
}

@inline(__always)
private func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
  result.overflow ? nil : result.partialValue
}
