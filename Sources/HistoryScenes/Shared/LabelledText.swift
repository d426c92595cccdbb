// A text for people with the word for what it says.

package struct LabelledText: Equatable, Sendable {
  package let label: String
  package let text: String

  package init(_ label: String, _ text: String) { (self.label, self.text) = (label, text) }
}
