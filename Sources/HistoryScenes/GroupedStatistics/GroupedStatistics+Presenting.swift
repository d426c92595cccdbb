// Grouped statistics for people, programs and spreadsheets.

extension GroupedStatistics {
  package struct ViewModel: Equatable, Sendable {
    package struct Row: Equatable, Sendable {
      /// One for each grouping; empty where a row continues the one above.
      package var values: [String]
      package var entries = ""
      package var rejected = ""
      package var streams = ""
      package var amounts: [String] = []
      /// The lengths of the bars beside entries and the first amount: up to `longestBar`.
      package var bars = Bars()
    }
    package struct Bars: Equatable, Sendable {
      package var entries = 0
      package var amount = 0
    }
    static let longestBar = 80
    package let groupings: [String]
    package let streams: String
    package let amounts: [String]
    package let rows: [Row]
    package let summary: String
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let shown = response.shownTotals
    let scale = Scale(response.groups)
    let rows = response.groups.flatMap { group in
      func lines(_ part: Part, isDeleted: Bool) -> [ViewModel.Row] {
        self.lines(part, isDeleted: isDeleted, scale, columns: shown.count) { sum in
          shown.map { sum.text(of: response.totals, $0, response.kinds, formatting) }
        }
      }
      let kept = lines(group.kept, isDeleted: false)
      let deleted = group.deleted.map { lines($0, isDeleted: true) } ?? []
      let isOnlyDeleted = group.kept.streams == 0 && group.kept.sums.isEmpty && !deleted.isEmpty
      var rows = isOnlyDeleted ? deleted : kept + deleted
      rows[0].values = group.values.map { $0?.unmistakable ?? "-" }
      rows[0].entries = String(group.entries)
      rows[0].rejected = group.rejected == 0 ? "" : String(group.rejected)
      rows[0].bars.entries = scale.share(ofEntries: group.entries)
      return rows.map { row in
        var row = row
        if row.values.isEmpty { row.values = group.values.map { _ in "" } }
        return row
      }
    }
    let entries = response.groups.reduce(0) { $0 + $1.entries }
    return ViewModel(
      groupings: response.by, streams: response.words.plural,
      amounts: shown.map { response.totals[$0].name }, rows: rows,
      summary: entries == 0 ? "No entries." : entryCount(entries) + ".")
  }

  /// A row for each currency, or one.
  ///
  /// - Parameter texts: The columns of amounts.
  private static func lines(
    _ part: Part, isDeleted: Bool, _ scale: Scale, columns: Int,
    texts: (StreamStatistics.Sum) -> [String]
  ) -> [ViewModel.Row] {
    var rows = part.sums.map { sum in
      ViewModel.Row(
        values: [], amounts: texts(sum), bars: .init(amount: isDeleted ? 0 : scale.share(of: sum)))
    }
    if rows.isEmpty {
      rows = [ViewModel.Row(values: [], amounts: Array(repeating: "", count: columns))]
    }
    let count = part.streams == 0 ? "" : String(part.streams)
    rows[0].streams = isDeleted ? count + (count.isEmpty ? "deleted" : " deleted") : count
    return rows
  }
}

/// The numbers that the longest bars stand for.
private struct Scale {
  private let entries: Int
  private var amounts: [String: Int64] = [:]

  init(_ groups: [GroupedStatistics.Group]) {
    entries = groups.map(\.entries).max() ?? 0
    for sum in groups.flatMap(\.kept.sums) {
      amounts[sum.currency] = max(amounts[sum.currency] ?? 0, sum.amounts.first ?? 0)
    }
  }

  func share(ofEntries count: Int) -> Int { share(Int64(count), of: Int64(entries)) }

  func share(of sum: StreamStatistics.Sum) -> Int {
    share(sum.amounts.first ?? 0, of: amounts[sum.currency] ?? 0)
  }

  /// The length of a part's bar. A part above 0 always shows.
  private func share(_ part: Int64, of whole: Int64) -> Int {
    guard 0 < part, part <= whole else { return 0 }
    let length = Int128(part) * Int128(GroupedStatistics.ViewModel.longestBar) / Int128(whole)
    return max(1, Int(length))
  }
}

extension GroupedStatistics.Response {
  private var parts: [GroupedStatistics.Part] {
    groups.flatMap { [$0.kept] + ($0.deleted.map { [$0] } ?? []) }
  }

  /// The places of the sums that people see.
  fileprivate var shownTotals: [Int] {
    totals.indices.filter { place in
      totals[place].isShownAlways || parts.contains { $0.sums.contains { $0.amounts[place] != 0 } }
    }
  }
}

extension GroupedStatistics {
  /// A group for programs.
  package struct Document: JSONObjectRepresentable {
    let group: Group
    let response: Response

    package func writeMembers(to object: inout JSONWriter) {
      for (name, value) in zip(response.by, group.values) {
        object.member(named: name, value.map { JSONValue.string($0) } ?? .null)
      }
      object.member("entries", group.entries)
      object.member("accepted", group.accepted)
      object.member("rejected", group.rejected)
      write(group.kept, to: &object)
      if let deleted = group.deleted {
        object.member("deleted") { writer in writer.object { write(deleted, to: &$0) } }
      }
    }

    private func write(_ part: Part, to object: inout JSONWriter) {
      object.member(named: response.words.plural, part.streams)
      part.sums.write(response.totals, response.kinds, to: &object)
    }
  }
}

extension GroupedStatistics.Response: TabularResponse {
  /// A group in one currency, and of streams that are deleted or aren't.
  package struct Row: Sendable {
    package let group: GroupedStatistics.Group
    /// Whether it is the first of its group, so that counts can be added up.
    package let isFirst: Bool
    let isFirstOfPart: Bool
    package let isDeleted: Bool
    package let part: GroupedStatistics.Part
    package let sum: StreamStatistics.Sum?
  }

  package var columns: [Column<Row>] {
    by.enumerated().map { place, name in
      Column(name, "what the entries are grouped by") { .text($0.group.values[place]) }
    } + Self.counts(words) + currencies
      + totals.enumerated().map { place, total in
        Column(total.name, "what the entries changed of it") { row in
          CellValue(
            row.sum.map { .integer($0.amounts[place]) }, isAmount: kinds.isAmount(total.name),
            in: row.sum?.currency ?? "")
        }
      }
  }

  /// The column with the amounts' currency, if there are amounts.
  private var currencies: [Column<Row>] {
    guard kinds.haveAmounts else { return [] }
    let name = by.contains("currency") ? "currencyOfAmounts" : "currency"
    return [Column(name, "the currency of the amounts") { .currency($0.sum?.currency) }]
  }

  private static func counts(_ words: DomainWords) -> [Column<Row>] {
    [
      Column("entries", "how many entries there are; in the first row of each group") {
        $0.isFirst ? .integer(Int64($0.group.entries)) : .empty
      },
      Column("rejected", "how many of them were refused; in the first row of each group") {
        $0.isFirst ? .integer(Int64($0.group.rejected)) : .empty
      },
      Column("deleted", "whether the row is about \(words.plural) that are deleted at the end") {
        .boolean($0.isDeleted)
      },
      Column(
        words.plural,
        "how many \(words.plural) began with one of them; in the row of the first currency"
      ) { $0.isFirstOfPart ? .integer(Int64($0.part.streams)) : .empty },
    ]
  }

  package var rows: [Row] {
    groups.flatMap { group in
      var rows: [Row] = []
      for (part, isDeleted) in [(group.kept, false)] + (group.deleted.map { [($0, true)] } ?? []) {
        let sums = part.sums.isEmpty ? [nil] : part.sums.map { $0 as StreamStatistics.Sum? }
        for (place, sum) in sums.enumerated() {
          rows.append(
            Row(
              group: group, isFirst: rows.isEmpty, isFirstOfPart: place == 0, isDeleted: isDeleted,
              part: part, sum: sum))
        }
      }
      return rows
    }
  }
}
