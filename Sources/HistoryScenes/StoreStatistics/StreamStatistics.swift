// Counts the streams of the main domain and adds up their amounts, field by field of its schema.

import EventSourcing

package struct StreamStatistics: Sendable {
  package private(set) var count = 0
  /// How many there are of each word of the field that groups them, in the words' order; nil without one.
  package private(set) var groups: [(name: String, count: Int)]?
  let totals: [SummedField]
  /// By currency, sorted.
  package private(set) var sums: [Sum] = []

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
    let fields = D.schema.fields
    let amounts = totals.compactMap { total in fields.first { $0.name == total.name } }
    let currency = D.schema.currency.flatMap { name in fields.first { $0.name == name } }
    let group = D.grouping.flatMap { grouping in fields.first { $0.name == grouping.field } }
    var (counts, sums): ([String: Int], [String: Sum]) = ([:], [:])
    for state in states {
      if let group {
        guard case .text(let word) = group.read(state), String(word) != D.grouping?.deleted else {
          continue
        }
        counts[String(word), default: 0] += 1
      } else if !D.exists(state) {
        continue
      }
      count += 1
      guard let field = currency, !amounts.isEmpty else { continue }
      let currency = if case .text(let text) = field.read(state) { String(text) } else { "" }
      var sum = sums[currency] ?? Sum(currency: currency, amounts: amounts.map { _ in 0 })
      for (place, field) in amounts.enumerated() {
        guard case .integer(let amount) = field.read(state) else { continue }
        let (value, overflows) = sum.amounts[place].addingReportingOverflow(amount)
        guard !overflows else { throw domains.sumTooLarge(currency) }
        sum.amounts[place] = value
      }
      sums[currency] = sum
    }
    if case .word(let words)? = group?.type {
      groups = words.compactMap { word in counts[word].map { (word, $0) } }
    }
    self.sums = sums.values.sorted { $0.currency < $1.currency }
  }
}
