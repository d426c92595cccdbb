// The sections of a report: sentences, charts, and tables.

extension ReportPage {
  func write(_ section: ReportHistory.ViewModel.Section, to html: inout HTMLWriter) {
    let name = section.name.rawValue
    html.element(.section, [.id: name, .ariaLabelledBy: "\(name)-title"]) { html in
      html.element(.h2, [.id: "\(name)-title"], section.title)
      for paragraph in section.paragraphs { html.element(.p, paragraph) }
      if !section.charts.isEmpty {
        html.newLine()
        html.element(.div, [.class: "charts"]) { html in
          for (place, chart) in section.charts.enumerated() {
            ChartView(chart: chart, id: "\(name)-chart-\(place + 1)").write(to: &html)
          }
        }
      }
      for (place, table) in section.tables.enumerated() {
        html.newLine()
        write(
          table, id: "\(name)-table-\(place + 1)", of: section,
          isBehindCharts: !section.charts.isEmpty, to: &html)
      }
    }
  }

  /// The largest number of rows of a table that is shown below charts at once.
  private static let shortTable = 16

  private func write(
    _ table: ReportTable, id: String, of section: ReportHistory.ViewModel.Section,
    isBehindCharts: Bool, to html: inout HTMLWriter
  ) {
    guard !table.rows.isEmpty else {
      if let placeholder = table.placeholder { html.element(.p, placeholder) }
      return
    }
    let view = TableView(table: table, id: id, names: names, isList: section.name == .list)
    guard isBehindCharts, table.rows.count > Self.shortTable else { return view.write(to: &html) }
    html.element(.details, [.class: "numbers"]) { html in
      html.element(.summary, "The numbers: \(table.caption.lowercasedFirst)")
      view.write(to: &html)
    }
  }
}

/// A table of a section.
struct TableView {
  let table: ReportTable
  let id: String
  let names: StreamNames
  /// Whether it is the list of streams, which can be filtered.
  let isList: Bool

  func write(to html: inout HTMLWriter) {
    html.table(
      [.id: id, .enhanced: enhancements], in: isList ? "scroll list" : "scroll",
      captioned: ("\(id)-caption", table.caption),
      headings: table.headings.map { ([.scope: "col", .class: $0.style.rawValue], $0.text) },
      table.rows
    ) { row, html in write(row, to: &html) }
    legend(&html)
  }

  /// The enhancements by the script: there is nothing to sort in a row or two.
  private var enhancements: String {
    if isList { return "sort filter" }
    return table.rows.count > 2 ? "sort" : "none"
  }

  private func write(_ row: [ReportTable.Cell], to html: inout HTMLWriter) {
    html.element(.tr) { html in
      for (place, cell) in row.enumerated() {
        let style = table.headings[place].style.rawValue
        let attributes: HTMLWriter.Attributes =
          switch (cell.key, place) {
          case (let key?, 0): [.scope: "row", .class: style, .key: key]
          case (nil, 0): [.scope: "row", .class: style]
          case (let key?, _): [.class: style, .key: key]
          case (nil, _): [.class: style]
          }
        html.element(place == 0 ? .th : .td, attributes) { html in
          if let stream = cell.stream {
            html.link(to: names.id(of: stream), cell.text)
          } else {
            html.text(cell.text)
          }
        }
      }
    }
  }

  private func legend(_ html: inout HTMLWriter) {
    // Two or three columns explain themselves.
    guard table.headings.count > 3 else { return }
    html.element(.details, [.class: "legend"]) { html in
      html.element(.summary, "What the columns mean")
      html.element(.dl) { html in
        for heading in table.headings {
          html.element(.dt, heading.text)
          html.element(.dd, heading.meaning)
        }
      }
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
