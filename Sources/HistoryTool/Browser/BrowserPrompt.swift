// The line at the bottom: what is typed there, and what is said.

struct BrowserPrompt {
  enum Purpose: Hashable {
    case position, condition, command

    fileprivate var label: String {
      switch self {
      case .position: "Go to"
      case .condition: "Find"
      case .command: ToolName.current
      }
    }

    /// An example of what can be typed.
    func example(in commands: HistoryCommands, _ domain: any BrowsedDomain) -> String {
      switch self {
      case .position: "4127, -3, \(commands.id)@5, 2026-01-31, start or end"
      case .condition: domain.examples.conditions
      case .command: domain.examples.command
      }
    }
  }

  let purpose: Purpose
  private let example: String
  var editor: LineEditor

  /// - Parameter example: An example of what can be typed.
  init(_ purpose: Purpose, _ text: String, _ history: [String], example: String) {
    (self.purpose, self.example) = (purpose, example)
    editor = LineEditor(text, history: history)
  }

  mutating func draw(in region: Region, on frame: inout Frame) {
    let label = StyledText(purpose.label + " ", .bold)
    let keys = "  Enter: do it, Esc: don't"
    let note = editor.text.isEmpty ? "  such as " + example : keys
    let room = region.width - label.width - editor.text.displayWidth - 2
    let shown = StyledText(note, .dim).truncated(to: max(0, room))
    let (left, right) = region.split(left: region.width - shown.width)
    editor.draw(prompt: label, in: left, on: &frame)
    frame.write(shown, in: right)
  }
}

/// Something that is said for a moment.
struct BrowserMessage: Equatable {
  let text: StyledText

  init(_ text: String) { self.text = StyledText(text) }
  init(problem: String) { text = StyledText(value: problem, [.bold, .red]) }

  init(_ failure: Failure) {
    let place = failure.place.map { "\($0): " } ?? ""
    self.init(problem: place + failure.message + (failure.hint.map { " " + $0 } ?? ""))
  }
}
