// Reads the numbers that formulas take of states: once for all formulas, before they are evaluated.

/// Reads the numbers that some formulas take. A class, so that lending it counts one reference.
@usableFromInline final class RowReader: Sendable {
  private let numbers: [@Sendable (UnsafeRawPointer) -> Int64?]
  private let places: [Int]
  private var count: Int { numbers.count }

  init<State>(_ formulas: [Formula<State>]) {
    numbers = formulas.first?.numbers ?? []
    places = formulas.reduce(into: Set()) { $0.formUnion($1.needs.places) }.sorted()
  }

  /// A row that nothing was read into.
  @usableFromInline var emptyRow: [Int64?] { Array(repeating: nil, count: 2 * count) }

  /// Reads a state's numbers into a row; without a state, all are absent.
  ///
  /// - Parameter isBefore: Whether it is the state before an entry.
  @usableFromInline func read(
    _ state: UnsafeRawPointer?, before isBefore: Bool, into row: inout [Int64?]
  ) {
    if places.isEmpty { return }
    row.withUnsafeMutableBufferPointer { row in
      guard let row = row.baseAddress.map({ isBefore ? $0 + count : $0 }) else { return }
      for place in places { row[place] = state.flatMap { numbers[place]($0) } }
    }
  }

  /// The places of the numbers in a row that differ from those before; those from the 64th on aren't compared.
  @usableFromInline func changes(in row: [Int64?]) -> UInt64 {
    var changes: UInt64 = 0
    for place in places where row[place] != row[count + place] { changes |= 1 << UInt64(place) }
    return changes
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
