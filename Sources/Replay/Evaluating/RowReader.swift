// Reads the numbers that formulas take of states: once for all formulas, before they are evaluated.

import EventSourcing

/// Reads some of the numbers that states have at hand.
@usableFromInline struct RowReader: Sendable {
  typealias Number = @Sendable (UnsafeRawPointer) -> Int64?

  private let numbers: [Number]
  private let places: [Int]

  init<State>(_ formulas: [Formula<State>]) {
    numbers = formulas.first?.numbers ?? []
    places = formulas.reduce(into: Set()) { $0.formUnion($1.needs.places) }.sorted()
  }

  /// A row that nothing was read into.
  @usableFromInline var emptyRow: [Int64?] {
    Array(repeating: nil, count: 2 * numbers.count)
  }

  /// Reads a state's numbers into a row; without a state, all are absent.
  ///
  /// - Parameter isBefore: Whether it is the state before an entry.
  @usableFromInline func read(
    _ state: UnsafeRawPointer?, before isBefore: Bool, into row: inout [Int64?]
  ) {
    let start = isBefore ? numbers.count : 0
    for place in places { row[start + place] = state.flatMap { numbers[place]($0) } }
  }

  /// Whether numbers are the same in a row as before.
  @usableFromInline func haveSame(_ places: [Int], in row: [Int64?]) -> Bool {
    places.allSatisfy { row[$0] == row[numbers.count + $0] }
  }

  /// Lends the moment at which a stream has a state.
  func at<R>(
    _ state: UnsafeRawPointer, before: UnsafeRawPointer?, entry: [FieldValue] = [],
    _ body: (Moment) -> R
  ) -> R {
    var row = emptyRow
    read(state, before: false, into: &row)
    read(before, before: true, into: &row)
    return row.withUnsafeBufferPointer { row in
      entry.withUnsafeBufferPointer { entry in
        body(Moment(state, before: before, row: row, entry: entry))
      }
    }
  }
}
