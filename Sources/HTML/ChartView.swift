// A chart as SVG: only where things are. How they look is in the style sheet, which knows the dark and the printed page.

struct ChartView {
  let chart: ReportChart
  let id: String

  // The sizes are in user units; the page scales them.
  private static let width = 440
  private static let charWidth = 7

  func write(to html: inout HTMLWriter) {
    html.newLine()
    html.element(.figure) { html in
      html.element(.figcaption, [.id: "\(id)-title"], chart.title)
      html.element(
        .svg,
        [
          .role: "img", .ariaLabelledBy: "\(id)-title \(id)-text",
          .viewBox: "0 0 \(Self.width) \(height)",
        ]
      ) { html in
        html.element(.desc, [.id: "\(id)-text"], chart.description)
        switch chart.form {
        case .columns: columns(&html)
        case .bars: bars(&html)
        }
      }
    }
  }

  private var height: Int {
    switch chart.form {
    case .columns: Self.columnsHeight
    case .bars: chart.points.count * Self.barHeight
    }
  }

  // MARK: Columns

  private static let columnsHeight = 200
  private static let plot = (top: 10, bottom: 172)

  private func columns(_ html: inout HTMLWriter) {
    let longest = chart.ticks.map(\.label.count).max() ?? 1
    let left = longest * Self.charWidth + 10
    for tick in chart.ticks {
      let y = self.y(tick.value)
      html.element(
        .line,
        [
          .class: tick.value == 0 ? "axis" : "grid", .x1: "\(left)", .x2: "\(Self.width)",
          .y1: y.text, .y2: y.text,
        ]
      ) { _ in }
      html.element(
        .text, [.x: "\(left - 6)", .y: (y + 4).text, .textAnchor: "end", .class: "label"],
        tick.label)
    }
    // Tenths of a unit each.
    let room = (Self.width - left) * 10
    // No wider than a finger, however few there are.
    let slot = room / max(1, chart.points.count)
    let bar = min(slot * 8 / 10, 480)
    let zero = y(0)
    for (place, point) in chart.points.enumerated() {
      let end = y(Int128(point.value))
      let x = Tenths(count: left * 10 + room * place / chart.points.count + (slot - bar) / 2)
      html.element(
        .rect,
        [
          .class: point.value < 0 ? "bar below" : "bar", .x: x.text,
          .width: Tenths(count: bar).text,
          .y: min(zero, end).text, .height: (max(zero, end) - min(zero, end)).text,
        ]
      ) { $0.element(.title, "\(point.label): \(point.text)") }
    }
    labels(left, room, &html)
  }

  /// The labels of as many months below the axis as there is room for.
  private func labels(_ left: Int, _ room: Int, _ html: inout HTMLWriter) {
    let most = max(1, room / 600)
    let steps = [1, 2, 3, 6, 12, 24, 36, 60, 120]
    let step = steps.first { (chart.points.count + $0 - 1) / $0 <= most } ?? chart.points.count
    for (place, point) in chart.points.enumerated() where place.isMultiple(of: max(1, step)) {
      let middle = left * 10 + room * (2 * place + 1) / (2 * chart.points.count)
      let half = point.label.count * Self.charWidth * 5
      let x = Tenths(count: min(max(middle, left * 10 + half - 60), Self.width * 10 - half))
      html.element(
        .text,
        [.x: x.text, .y: "\(Self.plot.bottom + 18)", .textAnchor: "middle", .class: "label"],
        point.label)
    }
  }

  private func y(_ value: Int128) -> Tenths {
    let (low, high) = (chart.ticks.first?.value ?? 0, chart.ticks.last?.value ?? 1)
    let span = max(1, high - low)
    let room = Int128((Self.plot.bottom - Self.plot.top) * 10)
    return Tenths(count: Self.plot.bottom * 10 - Int(clamping: (value - low) * room / span))
  }

  // MARK: Bars

  private static let barHeight = 36

  private func bars(_ html: inout HTMLWriter) {
    let most = chart.points.map(\.value).max() ?? 1
    for (place, point) in chart.points.enumerated() {
      let top = place * Self.barHeight
      html.element(.text, [.x: "0", .y: "\(top + 14)", .class: "name"], point.label.shortened)
      html.element(
        .text, [.x: "\(Self.width)", .y: "\(top + 14)", .textAnchor: "end", .class: "label"],
        point.text)
      let length = Int128(max(0, point.value)) * Int128(Self.width * 10) / Int128(max(1, most))
      html.element(
        .rect,
        [
          .class: "bar", .x: "0", .y: "\(top + 20)", .height: "8",
          .width: Tenths(count: max(10, Int(clamping: length))).text,
        ]
      ) { $0.element(.title, "\(point.label): \(point.text)") }
    }
  }
}

/// A length in tenths, so that pages are the same wherever they are made.
private struct Tenths: Comparable {
  let count: Int

  var text: String { count % 10 == 0 ? "\(count / 10)" : "\(count / 10).\(count % 10)" }

  static func + (one: Tenths, units: Int) -> Tenths { Tenths(count: one.count + units * 10) }
  static func - (one: Tenths, other: Tenths) -> Tenths { Tenths(count: one.count - other.count) }
  static func < (one: Tenths, other: Tenths) -> Bool { one.count < other.count }
}

extension String {
  /// The part that fits beside a number.
  fileprivate var shortened: String { count > 36 ? prefix(35) + "…" : self }
}
