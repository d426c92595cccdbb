// The figures of a report: what each of its sections says, and the tables in it.

package struct ReportFigures {
  typealias Section = ReportHistory.ViewModel.Section
  typealias Group = GroupedStatistics.Group

  let response: ReportHistory.Response
  let formatting: Formatting
  let own: DomainReport
  private let shown: Set<String>

  init(_ response: ReportHistory.Response, _ formatting: Formatting) {
    (self.response, self.formatting) = (response, formatting)
    own = response.domain.ownReport
    shown = Set(response.streams.shown.map(\.id))
  }

  var words: DomainWords { response.words }
  var sums: [SummedField] { response.statistics.streams.totals }
  /// Whether streams can be deleted.
  var hasDeleted: Bool { response.statistics.streams.deleted != nil }

  var sections: [Section] {
    let groups = zip(own.groups, response.groups).map { $0.section($1, self) }
    return [totals].compactMap { $0 } + [months] + groups + [refusals]
      + [response.streams.flow.map(flow)].compactMap { $0 } + [audit]
  }

  package func table<Row>(
    _ caption: String, _ columns: [ReportColumn<Row>], _ rows: [Row], orNone: String?
  ) -> ReportTable {
    ReportTable(
      caption, columns.map { ($0.name, $0.meaning) },
      rows.map { row in columns.map { $0.value(row) } }, orNone: orNone, formatting,
      linking: shown)
  }

  /// The streams that are shown one by one.
  var list: ReportTable {
    ReportTable(
      words.plural.capitalizedFirst, response.streams.columns, response.streams.rows,
      orNone: "No \(words.plural) are shown.", formatting, linking: shown)
  }

  /// The column that tells apart what is about deleted streams, if there are any such.
  package func part<Row>(_ meaning: String, isDeleted: @escaping (Row) -> Bool)
    -> [ReportColumn<Row>]
  {
    guard hasDeleted else { return [] }
    let plural = words.plural
    return [
      .init("Of", "whether the \(plural) are \(meaning)") {
        .text(isDeleted($0) ? "deleted \(plural)" : plural)
      }
    ]
  }

  // MARK: Totals

  private struct Total {
    let currency: String
    let isDeleted: Bool
    let amounts: [Int64]
    /// The domain's own amounts; nil if there are none.
    let own: [Int128]?
  }

  /// nil if nothing is added up or counted by words.
  private var totals: Section? {
    let streams = response.statistics.streams
    guard !sums.isEmpty || streams.groups != nil else { return nil }
    var rows = streams.sums.map { sum in
      Total(
        currency: sum.currency, isDeleted: false, amounts: sum.amounts,
        own: response.streams.amounts[sum.currency])
    }
    rows += (streams.deleted?.sums ?? []).map {
      Total(currency: $0.currency, isDeleted: true, amounts: $0.amounts, own: nil)
    }
    let names = sums.map(\.name).joined(separator: ", ")
    let about =
      own.aboutSums
      ?? (sums.isEmpty
        ? "How many \(words.plural) there are." : "The sums over all \(words.plural): \(names).")
    let apart =
      hasDeleted ? " Deleted \(words.plural) are listed separately." : ""
    let none = "There are no \(words.plural)."
    return Section(
      name: .totals, title: "Totals", paragraphs: [about + apart],
      tables: (sums.isEmpty ? [] : [table(totalsCaption, totalColumns, rows, orNone: none)])
        + [counts(streams)].compactMap { $0 })
  }

  /// The number of streams of each word; nil if no words group them.
  private func counts(_ streams: StreamStatistics) -> ReportTable? {
    guard let groups = streams.groups, let field = response.domain.grouping else { return nil }
    let deleted = [(name: field.deleted, count: streams.deleted?.count ?? 0)]
    let subject = words.plural.capitalizedFirst
    return table(
      "\(subject) by \(field.field)",
      [
        .init(
          field.field.capitalizedFirst,
          own.groupMeaning ?? "the \(field.field) of the \(words.noun)"
        ) { .text($0.name) },
        .init(subject, "how many there are") { .count($0.count) },
      ], groups + deleted.filter { $0.count > 0 }, orNone: nil)
  }

  private var hasCurrency: Bool { response.statistics.kinds.haveCurrency }
  private var totalsCaption: String { hasCurrency ? "Totals by currency" : "Totals" }

  private var totalColumns: [ReportColumn<Total>] {
    let currency = ReportColumn<Total>("Currency", "the currency of the amounts") {
      .text($0.currency)
    }
    let own = own.amounts.enumerated().map { place, amount in
      ReportColumn<Total>(amount.heading, amount.meaning) { row in
        row.own.map { .money(Int64(clamping: $0[place]), currency: row.currency) } ?? .empty
      }
    }
    return (hasCurrency ? [currency] : []) + part("deleted") { $0.isDeleted }
      + sumColumns {
        $0.amounts
      } currency: {
        $0.currency
      } + own
  }

  /// The columns of what is added up.
  private func sumColumns<Row>(
    _ amounts: @escaping (Row) -> [Int64]?, currency: @escaping (Row) -> String
  ) -> [ReportColumn<Row>] {
    sums.enumerated().map { place, sum in
      let (heading, meaning) = words(for: sum)
      let isAmount = response.statistics.kinds.isAmount(sum.name)
      return .init(heading, meaning) { row in
        .plain(
          CellValue(
            amounts(row).map { .integer($0[place]) }, isAmount: isAmount, in: currency(row)))
      }
    }
  }

  /// The report's words for something that is added up.
  func words(for sum: SummedField) -> (heading: String, meaning: String) {
    own.sums[sum.name] ?? (sum.name.capitalizedFirst, "the sum of \(sum.name)")
  }

  // MARK: Month by month

  private var months: Section {
    let subject = words.plural.capitalizedFirst
    let amounts =
      sums.isEmpty ? "." : ", amounts in the month of the command that changed them."
    return Section(
      name: .months, title: "Month by month",
      paragraphs: [
        "\(subject) count in the month in which they were created\(amounts)"
      ] + [chartNote].compactMap { $0 }, charts: monthCharts,
      tables: [
        table(
          "What happened in each month", monthColumns, response.months.rows,
          orNone: "Nothing happened.")
      ])
  }

  private var monthColumns: [ReportColumn<GroupedStatistics.Response.Row>] {
    let month = ReportColumn<GroupedStatistics.Response.Row>(
      "Month", "when the commands were requested"
    ) { .text($0.group.values[0]) }
    let counts: [ReportColumn<GroupedStatistics.Response.Row>] = [
      .init("Commands", "how many there were; in the first row of each month") {
        $0.isFirst ? .count($0.group.entries) : .empty
      },
      .init("Refused", "how many of them were refused") {
        $0.isFirst ? .count($0.group.rejected) : .empty
      },
      .init("New \(words.plural)", "how many were created") {
        $0.isFirstOfPart ? .count($0.part.streams) : .empty
      },
    ]
    return [month] + part("deleted now") { $0.isDeleted } + counts
      + sumColumns {
        $0.sum?.amounts
      } currency: {
        $0.sum?.currency ?? ""
      }
  }

  /// The largest number of bars one below the other.
  static let longestBarList = 16
}
