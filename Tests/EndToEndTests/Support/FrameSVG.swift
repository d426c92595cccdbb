// Frames of a full screen as a picture: an SVG that shows one after the other, without a script.

import Terminal

struct FrameSVG {
  private static let (cellWidth, cellHeight, margin) = (8, 17, 10)
  private static let background = "#1b1e24"
  private static let foreground = "#d8dbe0"
  private static let dimmed = "#868c98"

  /// The frames, each as long as the others, over and over.
  static func movie(_ frames: [Frame], secondsEach: Int) -> String {
    guard let size = frames.first?.size else { return "" }
    let (width, height) = (
      size.columns * cellWidth + 2 * margin, size.rows * cellHeight + 2 * margin
    )
    let total = frames.count * secondsEach
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img" \
      aria-label="cleanstore browse">
      <style>text{font:14px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
      .f{visibility:hidden;animation:\(total)s step-end infinite f}
      @keyframes f{0%{visibility:visible}\(percent(1, of: frames.count))%{visibility:hidden}}
      @media (prefers-reduced-motion:reduce){.f{animation:none}.f:first-of-type{visibility:visible}}</style>
      <rect width="\(width)" height="\(height)" rx="8" fill="\(background)"/>

      """
    for (place, frame) in frames.enumerated() {
      svg += "<g class=\"f\" style=\"animation-delay:\(place * secondsEach)s\">\n"
      svg += (0..<size.rows).map { row(of: frame, $0) }.joined()
      svg += "</g>\n"
    }
    return svg + "</svg>\n"
  }

  private static func percent(_ part: Int, of count: Int) -> String {
    let thousandths = part * 100_000 / count
    return "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
  }

  private static func row(of frame: Frame, _ row: Int) -> String {
    var svg = ""
    var column = 0
    while column < frame.size.columns {
      let start = column
      let style = frame[row, start].style
      var text = ""
      while column < frame.size.columns, frame[row, column].style == style {
        if frame[row, column].width > 0 { text.append(frame[row, column].character) }
        column += 1
      }
      svg += run(text, style, row: row, columns: start..<column)
    }
    return svg
  }

  private static func run(_ text: String, _ style: TextStyle, row: Int, columns: Range<Int>)
    -> String
  {
    let (x, y) = (margin + columns.lowerBound * cellWidth, margin + row * cellHeight)
    let width = columns.count * cellWidth
    let color = style.color.map(color) ?? (style.isDim ? dimmed : foreground)
    var svg = ""
    if style.isReversed {
      svg +=
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(cellHeight)\" fill=\"\(color)\"/>\n"
    }
    guard text.contains(where: { $0 != " " }) else { return svg }
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let weight = style.isBold ? " font-weight=\"bold\"" : ""
    let fill = style.isReversed ? background : color
    return svg
      + "<text x=\"\(x)\" y=\"\(y + 13)\" fill=\"\(fill)\"\(weight) textLength=\"\(width)\">\(escaped)</text>\n"
  }

  private static func color(_ color: TextStyle.Color) -> String {
    switch color {
    case .red: "#ef7b7b"
    case .green: "#8fcf8f"
    case .yellow: "#e6c76e"
    case .blue: "#7fa8e6"
    case .magenta: "#cf8fd0"
    case .cyan: "#74c7cf"
    }
  }
}
