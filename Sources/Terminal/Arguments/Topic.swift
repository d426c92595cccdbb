// What a tool explains besides its commands: a syntax, its exit codes, a format.

package struct Topic: Sendable {
  /// A piece of a page.
  package enum Block: Sendable {
    case heading(String)
    case paragraph(String)
    case terms([Term])
    /// Lines that keep their shape, such as a line of a log.
    case lines([String])
  }

  package let name: String
  package let summary: String
  package let blocks: [Block]

  package init(_ name: String, summary: String, _ blocks: [Block]) {
    self.name = name
    self.summary = summary
    self.blocks = blocks
  }
}

package struct Term: Sendable {
  package let name: String
  package let explanation: String

  package init(_ name: String, _ explanation: String) {
    self.name = name
    self.explanation = explanation
  }
}
