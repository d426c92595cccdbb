// What a tool explains besides its commands: a syntax, its exit codes, a format.

/// A page of help that belongs to no command.
public struct Topic: Sendable {
  /// A piece of a page.
  public enum Block: Sendable {
    /// A heading inside the page.
    case heading(String)
    /// A paragraph.
    case paragraph(String)
    /// Terms with their explanations.
    case terms([Term])
    /// Lines that keep their shape, such as a line of a log.
    case lines([String])
  }

  /// The word that is typed behind `help`.
  public let name: String
  /// What the page is about, in a phrase.
  public let summary: String
  /// The page.
  public let blocks: [Block]

  /// Makes a topic.
  public init(_ name: String, summary: String, _ blocks: [Block]) {
    self.name = name
    self.summary = summary
    self.blocks = blocks
  }
}

/// A word and what it means.
public struct Term: Sendable {
  /// The word, as it is typed or shown.
  public let name: String
  /// What it means, in a phrase.
  public let explanation: String

  /// Makes a term.
  public init(_ name: String, _ explanation: String) {
    self.name = name
    self.explanation = explanation
  }
}
