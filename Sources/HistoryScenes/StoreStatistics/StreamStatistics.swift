// The number of streams of the main domain, and the sums of their amounts.

package struct StreamStatistics: Sendable {
  package let count: Int
  /// The number of each word of the field that groups them, in the words' order; nil without one.
  package let groups: [(name: String, count: Int)]?
  let totals: [SummedField]
  /// The sums, sorted by currency.
  package let sums: [Sum]
  /// The number of deleted streams, and their sums; nil if the domain's can't be deleted.
  package let deleted: (count: Int, sums: [Sum])?

  /// The sums over the streams of one currency.
  package struct Sum: Sendable {
    /// Empty for streams that have none.
    package let currency: String
    /// The sums, in the order of the fields that are added up; money in minor units.
    package var amounts: [Int64]
  }
}

extension HistoryDomain {
  /// The rule by which its streams are counted and added up.
  static var tallyRule: TallyRule<State> {
    TallyRule(of: schema, by: grouping?.field, adding: totals.map(\.name), exists: { exists($0) })
  }

  /// The counts and sums of its streams.
  ///
  /// - Throws: `sum-too-large` if a sum leaves 64 bits.
  static func statistics(of tally: Tally, in domains: HistoryDomains) throws(Failure)
    -> StreamStatistics
  {
    let deleted = grouping?.deleted
    let kept = tally.sums.filter { $0.key.word != deleted }
    let gone = tally.sums.filter { $0.key.word == deleted }
    let group = grouping.flatMap { schema.field($0.field) }
    var groups: [(name: String, count: Int)]?
    if case .word(let words)? = group?.type {
      groups = words.map { word in
        (word, kept.reduce(0) { $0 + ($1.key.word == word ? $1.value.count : 0) })
      }
      .filter { $0.count > 0 }
    }
    return StreamStatistics(
      count: kept.reduce(0) { $0 + $1.value.count }, groups: groups, totals: totals,
      sums: try sums(of: kept, in: domains),
      deleted: group == nil
        ? nil : (gone.reduce(0) { $0 + $1.value.count }, try sums(of: gone, in: domains)))
  }

  private static func sums(of parts: [Tally.Key: Tally.Sum], in domains: HistoryDomains)
    throws(Failure) -> [StreamStatistics.Sum]
  {
    var sums: [StreamStatistics.Sum] = []
    let byCurrency = Dictionary(grouping: parts, by: \.key.currency)
    for (currency, parts) in byCurrency.sorted(by: { $0.key < $1.key }) {
      guard let first = parts.first, !first.value.amounts.isEmpty else { continue }
      var amounts: [Int64] = []
      for place in first.value.amounts.indices {
        let sum = parts.reduce(0) { $0 + $1.value.amounts[place] }
        guard let amount = Int64(exactly: sum) else { throw domains.sumTooLarge(currency) }
        amounts.append(amount)
      }
      sums.append(StreamStatistics.Sum(currency: currency, amounts: amounts))
    }
    return sums
  }
}

extension StreamStatistics.Sum {
  /// The sum of one of the fields, for people.
  func text(
    of totals: [SummedField], _ place: Int, _ kinds: FieldKinds, _ formatting: Formatting
  ) -> String {
    kinds.text(of: .integer(amounts[place]), at: totals[place].name, currency, formatting)
  }
}

extension [StreamStatistics.Sum] {
  /// Writes what each of the fields comes to: by currency, or as a number in a domain without any.
  func write(_ totals: [SummedField], _ kinds: FieldKinds, to object: inout JSONWriter) {
    for (place, total) in totals.enumerated() {
      let byCurrency = map { JSONValue.Member($0.currency, .integer($0.amounts[place])) }
      object.member(
        named: total.name,
        kinds.haveCurrency
          ? .object(byCurrency) : byCurrency.first?.value ?? JSONValue.integer(0))
    }
  }
}
