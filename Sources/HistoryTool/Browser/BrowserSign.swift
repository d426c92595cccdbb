// The signs beside what the browser shows.

enum BrowserSign: CaseIterable {
  case here, mark, markHere, changed, doubt

  var text: StyledText { row.text }
  var meaning: String { row.meaning }

  private var row: (text: StyledText, meaning: String) {
    switch self {
    case .here: (StyledText("●", [.bold, .yellow]), "the moment that is shown")
    case .mark: (StyledText("▲", [.bold, .cyan]), "a marked moment")
    case .markHere: (StyledText("◆", [.bold, .yellow]), "a marked moment that is shown")
    case .changed: (StyledText("▌", [.bold, .yellow]), "what the last step changed")
    case .doubt: (StyledText("≠", [.bold, .red]), "an entry that the rules decide differently")
    }
  }
}
