// Counts the streams of the main domain and adds up their amounts, field by field of its schema.

import EventSourcing

package struct StreamStatistics: Sendable {
  package private(set) var count = 0
  /// How many there are of each word of the field that groups them, in the words' order; nil without one.
  package private(set) var groups: [(name: String, count: Int)]?
  let totals: [SummedField]
  /// By currency, sorted.
  package let sums: [Sum]
  /// How many streams are deleted, and what these come to; nil if the domain's can't be.
  package let deleted: (count: Int, sums: [Sum])?

  /// What the streams of one currency come to, in minor units.
  package struct Sum: Sendable {
    package let currency: String
    /// In the order of the fields that are added up.
    package var amounts: [Int64]
  }

  /// - Throws: `sum-too-large` if an amount leaves 64 bits.
  init<D: HistoryDomain>(_ states: [D.State], of domain: D.Type, in domains: HistoryDomains)
    throws(Failure)
  {
    totals = D.totals
    let group = D.grouping.flatMap { grouping in D.schema.field(grouping.field) }
    var counts: [String: Int] = [:]
    var deletedCount = 0
    var (sums, deletedSums) = (Sums<D>(), Sums<D>())
    for state in states {
      if let group {
        guard case .text(let word) = group.read(state) else { continue }
        if String(word) == D.grouping?.deleted {
          deletedCount += 1
          try deletedSums.add(state, in: domains)
          continue
        }
        counts[String(word), default: 0] += 1
      } else if !D.exists(state) {
        continue
      }
      count += 1
      try sums.add(state, in: domains)
    }
    if case .word(let words)? = group?.type {
      groups = words.compactMap { word in counts[word].map { (word, $0) } }
    }
    self.sums = sums.sorted
    deleted = group == nil ? nil : (deletedCount, deletedSums.sorted)
  }
}

private struct Sums<D: HistoryDomain> {
  private let amounts = D.totals.compactMap { D.schema.field($0.name) }
  private let currency = D.schema.currency.flatMap { D.schema.field($0) }
  private var sums: [String: StreamStatistics.Sum] = [:]

  var sorted: [StreamStatistics.Sum] { sums.values.sorted { $0.currency < $1.currency } }

  mutating func add(_ state: D.State, in domains: HistoryDomains) throws(Failure) {
    guard let field = currency, !amounts.isEmpty else { return }
    let currency = if case .text(let text) = field.read(state) { String(text) } else { "" }
    var sum = sums[currency] ?? .init(currency: currency, amounts: amounts.map { _ in 0 })
    for (place, field) in amounts.enumerated() {
      guard case .integer(let amount) = field.read(state) else { continue }
      let (value, overflows) = sum.amounts[place].addingReportingOverflow(amount)
      guard !overflows else { throw domains.sumTooLarge(currency) }
      sum.amounts[place] = value
    }
    sums[currency] = sum
  }
}
