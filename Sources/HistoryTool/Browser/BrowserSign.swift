// The signs beside what the browser shows.

enum BrowserSign: CaseIterable {
  case here, mark, markHere, changed, doubt

  var text: StyledText {
    switch self {
    case .here: StyledText("●", [.bold, .yellow])
    case .mark: StyledText("▲", [.bold, .cyan])
    case .markHere: StyledText("◆", [.bold, .yellow])
    case .changed: StyledText("▌", [.bold, .yellow])
    case .doubt: StyledText("≠", [.bold, .red])
    }
  }

  var meaning: String {
    switch self {
    case .here: "the moment that is shown"
    case .mark: "a marked moment"
    case .markHere: "a marked moment that is shown"
    case .changed: "what the last step changed"
    case .doubt: "an entry that the rules decide differently"
    }
  }
}
