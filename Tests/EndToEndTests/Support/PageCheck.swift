// Reads an HTML page as strictly as XML, and says what is wrong with it. Browsers forgive everything; what they guess is
// where data breaks out.

import Integrity

struct PageCheck {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The names of those that it is in, outermost first.
    let path: [String]
    /// The text in it, without that of elements in it, still escaped.
    var text = ""
  }

  private(set) var elements: [Element] = []
  private(set) var problems: [String] = []
  private var open: [Int] = []
  private var rest: Substring.UTF8View

  private static let void: Set<String> = ["meta", "link", "input", "br"]
  private static let raw: Set<String> = ["style", "script"]

  init(_ page: String) {
    rest = page[...].utf8
    read()
    for place in open { problems.append("<\(elements[place].name)> isn't closed") }
    checkAll()
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  // MARK: Reading

  private mutating func read() {
    guard take("<!DOCTYPE html>") else { return problems.append("no document type") }
    while let byte = rest.first {
      if byte == UInt8(ascii: "<") { tag() } else { text() }
      if problems.count > 20 { return }
    }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let end = rest.firstIndex { !isWanted($0) } ?? rest.endIndex
    let taken = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[end...]
    return taken
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
    default: false
    }
  }

  private mutating func tag() {
    rest = rest.dropFirst()
    if take("/") {
      let name = take(while: Self.isNamePart)
      guard take(">"), let last = open.popLast(), elements[last].name == name else {
        return problems.append("</\(name)> closes something else")
      }
      return
    }
    let name = take(while: Self.isNamePart)
    guard !name.isEmpty else { return problems.append("< before \(String(rest.prefix(20)) ?? "")") }
    var attributes: [String: String] = [:]
    while take(" ") {
      let key = take(while: Self.isNamePart)
      guard take("=\"") else {
        problems.append("\(key) of <\(name)> has no quoted value")
        return
      }
      let value = take { $0 != UInt8(ascii: "\"") }
      if !take("\"") { problems.append("\(key) of <\(name)> isn't closed") }
      if value.contains("<") { problems.append("\(key) of <\(name)> has markup") }
      if attributes.updateValue(value, forKey: key) != nil { problems.append("\(key) twice") }
    }
    if !take(">") { problems.append("<\(name)> isn't closed") }
    elements.append(
      Element(name: name, attributes: attributes, path: open.map { elements[$0].name }))
    if Self.void.contains(name) { return }
    open.append(elements.count - 1)
    if Self.raw.contains(name) { rawText(of: name) }
  }

  private mutating func rawText(of name: String) {
    let text = String(rest) ?? ""
    guard let end = text.range(of: "</\(name)") else {
      return problems.append("<\(name)> isn't closed")
    }
    let content = String(text[..<end.lowerBound])
    elements[elements.count - 1].text = content
    rest = rest.dropFirst(content.utf8.count)
  }

  private mutating func text() {
    let text = take { $0 != UInt8(ascii: "<") }
    if let place = open.last {
      elements[place].text += text
    } else if text.contains(where: { $0 != "\n" }) {
      problems.append("text outside of everything")
    }
    if text.contains(">") || text.contains("\"") { problems.append("unescaped text: \(text)") }
    for reference in text.matches(of: /&(#?\w*;?)/)
    where !["amp;", "lt;", "gt;", "quot;", "#39;"].contains(reference.1) {
      problems.append("a stray reference: \(reference.0)")
    }
  }

  // MARK: What must be true of a page

  private mutating func checkAll() {
    let ids = elements.compactMap { $0.attributes["id"] }
    let known = Set(ids)
    if known.count != ids.count { problems.append("an id is there twice") }
    for element in elements {
      for (name, value) in element.attributes { check(name, value, of: element, known) }
    }
    checkPolicy()
    checkHeadings()
    for cell in all("th") where !["col", "row"].contains(cell.attributes["scope"]) {
      problems.append("a heading without scope: \(cell.text)")
    }
    if all("table").count != all("caption").count { problems.append("a table has no caption") }
  }

  private mutating func check(
    _ name: String, _ value: String, of element: Element, _ ids: Set<String>
  ) {
    if name.hasPrefix("on") || name == "style" || name == "src" || name == "srcset" {
      problems.append("\(name) of <\(element.name)>")
    }
    if name == "href" {
      if element.name == "link" {
        if value != "data:," { problems.append("a link to \(value)") }
      } else if !value.hasPrefix("#") || !ids.contains(String(value.dropFirst())) {
        problems.append("a link to \(value)")
      }
    }
    if name.hasPrefix("aria-labelledby") || name == "aria-describedby" {
      for id in value.split(separator: " ") where !ids.contains(String(id)) {
        problems.append("\(name) names \(id)")
      }
    }
  }

  private mutating func checkPolicy() {
    let policies = all("meta").filter {
      $0.attributes["http-equiv"] == "Content-Security-Policy"
    }
    let policy = policies.first?.attributes["content"]?.replacing("&#39;", with: "'") ?? ""
    if policies.count != 1 { problems.append("no policy") }
    for (name, directive) in [("style", "style-src"), ("script", "script-src")] {
      guard let source = all(name).first, all(name).count == 1 else {
        problems.append("not one <\(name)>")
        continue
      }
      let hash = SHA256.digest(of: source.text)
      if !policy.contains("\(directive) 'sha256-\(Base64.text(of: hash))'") {
        problems.append("the policy doesn't allow the \(name), or allows more")
      }
    }
    if !policy.hasPrefix("default-src 'none'; ") || policy.contains("unsafe") {
      problems.append("the policy allows too much: \(policy)")
    }
  }

  private mutating func checkHeadings() {
    var last = 0
    for element in elements {
      guard let level = element.name.wholeMatch(of: /h([1-6])/).flatMap({ Int($0.1) }) else {
        continue
      }
      if level > last + 1 { problems.append("<h\(level)> after <h\(last)>") }
      last = level
    }
    if all("h1").count != 1 || all("main").count != 1 { problems.append("not one <h1> and <main>") }
  }
}

extension SHA256 {
  fileprivate static func digest(of text: String) -> [UInt8] {
    var hash = SHA256()
    Array(text.utf8).withUnsafeBytes { hash.update($0) }
    return hash.finish().bytes
  }
}
