// The words for the streams of a domain, and which of its fields are added up.

/// The words for one stream of a domain.
public struct DomainWords: Hashable, Sendable {
  /// One stream: `order`. Programs find it under this key.
  package let noun: String
  /// Several streams: `orders`.
  package let plural: String
  /// The article that goes with the noun: `an`; `the` for a domain that has one stream.
  package let article: String
  package let example: String
  /// A command as it is typed, for examples: `{"type":"pay-order","amount":1250}`.
  package let exampleCommand: String

  /// The words for one stream.
  ///
  /// - Parameters:
  ///   - noun: One stream.
  ///   - plural: The plural; by default the noun with an s.
  ///   - article: The article that goes with the noun.
  ///   - example: The id of a stream, for examples.
  ///   - exampleCommand: A command as it is typed, for examples.
  public init(
    _ noun: String, plural: String? = nil, article: String = "a",
    example: String = "1", exampleCommand: String = #"{"type":"…"}"#
  ) {
    self.noun = noun
    self.plural = plural ?? noun + "s"
    self.article = article
    self.example = example
    self.exampleCommand = exampleCommand
  }

  var commandHint: String { "Write a command as in an import: \(exampleCommand)." }

  /// The noun in the codes of errors: `no-such-order`.
  package var code: String { Self.code(noun) }
  /// The plural in the codes of errors.
  package var pluralCode: String { Self.code(plural) }

  private static func code(_ words: String) -> String {
    words.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).joined(
      separator: "-")
  }

  package var subject: String { "\(article) \(noun)" }

  package func counted(_ count: Int) -> String { count == 1 ? "1 \(noun)" : "\(count) \(plural)" }
}

/// A field whose sum over all streams is shown.
public struct SummedField: Hashable, Sendable {
  package let name: String
  /// Whether its sum is shown to people even if it is zero.
  package let isShownAlways: Bool

  /// A field that is added up.
  ///
  /// - Parameters:
  ///   - name: The field.
  ///   - isShownAlways: Whether its sum is shown to people even if it is zero.
  public init(_ name: String, isShownAlways: Bool = true) {
    self.name = name
    self.isShownAlways = isShownAlways
  }
}
