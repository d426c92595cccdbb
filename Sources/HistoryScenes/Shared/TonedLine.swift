// A line for people that may stand out among others.

package struct TonedLine: Equatable, Sendable {
  package let text: String
  package let tone: TableViewModel.Tone?

  package init(_ text: String, _ tone: TableViewModel.Tone? = nil) {
    (self.text, self.tone) = (text, tone)
  }

  /// A verdict.
  init(_ text: String, isGood: Bool) { self.init(text, isGood ? .good : .bad) }

  /// A verdict, and lines that explain it.
  static func lines(_ texts: [String], isGood: Bool) -> [TonedLine] {
    texts.enumerated().map { $0 == 0 ? TonedLine($1, isGood: isGood) : TonedLine($1) }
  }
}
