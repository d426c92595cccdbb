// What is printed elsewhere, on a full screen: the styles of a palette become those of the text.

extension StyledText {
  /// A line as a palette has styled it. Other escape sequences are written out.
  package init(printed line: String) {
    self = .empty
    var rest = line[...]
    var style = TextStyle.plain
    while let escape = rest.firstRange(of: "\u{1b}[") {
      let end = rest[escape.upperBound...].firstIndex { !$0.isNumber && $0 != ";" }
      guard let end, rest[end] == "m" else { break }
      self += StyledText(String(rest[..<escape.lowerBound]), style)
      for number in rest[escape.upperBound..<end].split(separator: ";").compactMap({ Int($0) }) {
        style = Palette.Style(rawValue: number).map { style + TextStyle([$0]) } ?? .plain
      }
      rest = rest[rest.index(after: end)...]
    }
    self += StyledText(String(rest), style)
  }
}
