// Writes HTML that data can't break out of: elements and attributes are words of these lists, everything else is
// escaped, and nothing is written raw but what is part of this program. There is no attribute that a browser would run
// or load: no event handler, no style, no address but of a place on the same page.

struct HTMLWriter {
  enum Element: String {
    case article, body, caption, dd, del, desc, details, div, dl, dt, figcaption, figure, h1, h2, h3
    case head, header, html, ins, li, line, main, nav, p, rect, section, strong, summary, svg, table
    case tbody
    /// A part of a line.
    case part = "span"
    case td, text, th, thead, title, tr, ul
  }

  enum Attribute: String {
    case hidden, id, lang, role, scope, tabindex, width, height, x, y, x1, x2, y1, y2, viewBox
    case `class`
    case ariaLabel = "aria-label"
    case ariaLabelledBy = "aria-labelledby"
    case textAnchor = "text-anchor"
    /// The key by which a cell is sorted.
    case key = "data-key"
    /// The name of the field that a row or a change is about.
    case field = "data-field"
    case day = "data-day"
    /// The enhancement of a table or a section once the script runs.
    case enhanced = "data-enhanced"
    /// The id of the stream that an article is about, whichever domain it is of: style and script have one word for all.
    case stream = "data-stream"
  }

  typealias Attributes = KeyValuePairs<Attribute, String>

  private(set) var bytes: [UInt8] = []

  /// Writes an element with its content.
  mutating func element(
    _ element: Element, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void
  ) {
    open(element, attributes)
    content(&self)
    bytes += "</\(element.rawValue)>".utf8
  }

  /// Writes an element that contains only text.
  mutating func element(_ element: Element, _ attributes: Attributes, _ text: String) {
    self.element(element, attributes) { $0.text(text) }
  }

  /// Writes an element that contains only text, and has no attributes.
  mutating func element(_ element: Element, _ text: String) { self.element(element, [:], text) }

  /// Writes a table in a box that scrolls where the page is too narrow for it.
  mutating func table<Row>(
    _ attributes: Attributes, in box: String, captioned caption: (id: String, text: String),
    headings: [(attributes: Attributes, text: String)], _ rows: [Row],
    _ write: (Row, inout HTMLWriter) -> Void
  ) {
    element(
      .div,
      [.class: box, .role: "region", .tabindex: "0", .ariaLabelledBy: caption.id]
    ) { html in
      html.element(.table, attributes) { html in
        html.element(.caption, [.id: caption.id], caption.text)
        html.element(.thead) { html in
          html.element(.tr) { html in
            for heading in headings { html.element(.th, heading.attributes, heading.text) }
          }
        }
        html.element(.tbody) { html in
          for row in rows {
            html.newLine()
            write(row, &html)
          }
        }
      }
    }
  }

  /// Writes a link to a place on the page.
  mutating func link(to id: String, _ text: String) {
    bytes += "<a href=\"#".utf8
    self.text(id)
    bytes += "\">".utf8
    self.text(text)
    bytes += "</a>".utf8
  }

  /// Writes text: what could be markup is escaped, and what isn't visible is written out.
  mutating func text(_ text: String) {
    for byte in visible(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// Begins a line, so that the page can be read as a file, too.
  mutating func newLine() { bytes.append(0x0A) }

  /// Writes what is part of this program.
  mutating func raw(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }
  mutating func raw(_ source: EmbeddedSource) { bytes += source.text.utf8 }

  /// Writes a `meta` element.
  mutating func meta(_ name: StaticString, _ key: StaticString, content: String) {
    raw("<meta ")
    raw(name)
    raw("=\"")
    raw(key)
    raw("\" content=\"")
    text(content)
    raw("\">\n")
  }

  private mutating func open(_ element: Element, _ attributes: Attributes) {
    bytes.append(UInt8(ascii: "<"))
    bytes += element.rawValue.utf8
    for (name, value) in attributes {
      bytes += " \(name.rawValue)=\"".utf8
      text(value)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
  }
}
