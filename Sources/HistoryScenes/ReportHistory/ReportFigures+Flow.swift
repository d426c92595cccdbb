// The way of streams from status to status, and the findings of an audit in the same history.

extension ReportFigures {
  func flow(_ flow: StatusFlow) -> Section {
    let (rows, field) = (flow.rows, flow.field)
    return Section(
      name: .flow, title: "From \(field) to \(field)",
      paragraphs: [
        "How many times \(words.plural) went from one \(field) to another, and how long they had been in the first one."
      ], charts: rows.isEmpty ? [] : [chart("Changes of \(field)", rows)],
      tables: [
        table(
          "Changes of \(field)", flowColumns(field), rows,
          orNone: "No \(words.noun) changed its \(field).")
      ])
  }

  private func flowColumns(_ field: String) -> [ReportColumn<StatusFlow.Row>] {
    func column(
      _ name: String, _ meaning: String, _ time: @escaping (StatusFlow.Durations) -> Int64
    ) -> ReportColumn<StatusFlow.Row> {
      .init(name, meaning) { $0.durations.map { .duration(time($0)) } ?? .empty }
    }
    return [
      .init("From", "the \(field) before; new for \(words.plural) that begin") {
        .text($0.from ?? "new")
      },
      .init("To", "the \(field) after") { .text($0.to) },
      .init("Times", "how often that happened") { .count($0.count) },
      column("Median", "half of them took at most this long") { $0.median },
      column("90 %", "nine of ten took at most this long") { $0.ninetieth },
      column("Shortest", "the shortest time") { $0.shortest },
      column("Longest", "the longest time") { $0.longest },
    ]
  }

  private func chart(_ title: String, _ rows: [StatusFlow.Row]) -> ReportChart {
    ReportChart(
      title, .bars,
      rows.prefix(2 * Self.longestBarList).map { row in
        let count = formatting.number(Int64(row.count))
        let median = row.durations.map { ", half within \(Formatting.duration($0.median))" } ?? ""
        return .init(
          label: "\(row.from ?? "new") → \(row.to)", value: Int64(row.count), text: count + median)
      }, formatting)
  }

  var audit: Section {
    let model = AuditHistory.viewModel(of: response.audit, formatting)
    let results = response.audit.examination?.findings ?? []
    let findings = results.flatMap { result in result.witnesses.map { (result, $0) } }
    return Section(
      name: .audit, title: "Audit",
      paragraphs: model.sections.map { "\($0.title): \($0.lines.joined(separator: " "))" }
        + [model.conclusion],
      tables: [
        table(
          "What should be explained",
          [
            .init("Finding", "what it is called") { .text($0.name) },
            .init("Places", "how many there are") { .count($0.count) },
            .init("What it means", "in a sentence") { .text($0.meaning) },
          ], results, orNone: nil),
        table(
          "The first places of each finding",
          [
            .init("Finding", "what it is called") { .text($0.0.name) },
            .init("Entry", "the entry that shows it") { $0.1.seq.map { .count($0) } ?? .empty },
            .init(words.noun.capitalizedFirst, "the \(words.noun) that it is about") { row in
              row.1.stream.map { .stream($0.text) } ?? .empty
            },
            .init("Note", "who or what, if that isn't in the entry") { .text($0.1.note) },
          ], findings, orNone: nil),
      ])
  }
}
