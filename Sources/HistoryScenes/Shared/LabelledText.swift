// Texts for people, with words for what they say.

package struct LabelledText: Equatable, Sendable {
  package let label: String
  package let text: String

  package init(_ label: String, _ text: String) { (self.label, self.text) = (label, text) }
}

extension [LabelledText] {
  /// A line for each, with the texts below each other.
  var aligned: [String] {
    let width = map(\.label.count).max() ?? 0
    return map { $0.label + String(repeating: " ", count: width - $0.label.count + 2) + $0.text }
  }
}
