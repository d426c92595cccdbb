// The line at the bottom: what is typed there, and what is said.

import HistoryScenes
import Terminal

struct BrowserPrompt {
  enum Purpose: Hashable {
    case position, condition, command

    fileprivate var label: String {
      switch self {
      case .position: "Go to"
      case .condition: "Find"
      case .command: "cleanstore"
      }
    }
  }

  let purpose: Purpose
  var editor: LineEditor

  init(_ purpose: Purpose, _ text: String, _ history: [String]) {
    self.purpose = purpose
    editor = LineEditor(text, history: history)
  }

  mutating func draw(in region: Region, on frame: inout Frame, message: BrowserMessage?) {
    let label = StyledText(purpose.label + " ", .bold)
    // What was wrong is beside what can be corrected.
    let note = message.map { $0.text.truncated(to: region.width / 2) } ?? .empty
    let (left, right) = region.split(left: region.width - note.width)
    editor.draw(prompt: label, in: left, on: &frame)
    frame.write(note, in: right)
  }
}

/// Something that is said for a moment.
struct BrowserMessage: Equatable {
  let text: StyledText

  init(_ text: String) { self.text = StyledText(text) }
  init(problem: String) { text = StyledText(problem, [.bold, .red]) }

  init(_ failure: Failure) {
    self.init(problem: failure.message + (failure.hint.map { " " + $0 } ?? ""))
  }
}
