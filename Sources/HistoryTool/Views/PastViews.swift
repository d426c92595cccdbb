// The screens of the scenes that look at the past.

extension ShowLog.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    switch self {
    case .entry(let entry): Self.draw(entry, on: &page)
    case .mark(let mark): page.paragraph(mark, .red)
    case .summary(let sentence): page.paragraph(sentence)
    }
  }

  private static func draw(_ entry: ShowLog.Line, on page: inout StyledLines) {
    var cells = page.entryCells(seq: entry.seq, at: entry.at, stream: entry.stream)
    cells += page.commandCells(actor: entry.actor, command: entry.command, entry.amount)
    cells.append(.init(entry.outcome, entry.isRefused ? .red : .green))
    if !entry.reason.isEmpty { cells += [.init(entry.reason, after: "because: ", .dim)] }
    page.row(cells)
    page.changes(entry.changes, indent: 8)
  }
}

/// Draws the log with a line of headers, unless it is empty.
final class LogView {
  private let headers: (time: String, stream: String)
  private var isBehindHeaders = false

  /// - Parameters:
  ///   - noun: The word for a stream.
  ///   - timeZone: The zone's name; times in any but UTC have their offset.
  init(_ noun: String, timeZone: String) {
    headers = (timeZone == "UTC" ? "TIME (UTC)" : "TIME", noun.uppercased())
  }

  func drawing(_ viewModel: ShowLog.ViewModel) -> Drawing {
    Drawing { [self] page in
      if case .entry(let entry) = viewModel, !isBehindHeaders {
        let time = headers.time.padded(to: entry.at.displayWidth)
        page.row(
          page.entryCells(seq: "ENTRY", at: time, stream: headers.stream, .bold)
            + page.commandCells(
              actor: "ACTOR", command: "COMMAND", entry.amount.map { _ in "AMOUNT" }, .bold)
            + [.init("OUTCOME", .bold)])
        isBehindHeaders = true
      }
      viewModel.draw(on: &page)
    }
  }
}

extension StyledLines {
  fileprivate func commandCells(
    actor: String, command: String, _ amount: String? = nil, _ style: TextStyle = .plain
  ) -> [Table.Cell] {
    [column(actor, 8, narrow: 6, .left, style), column(command, 22, narrow: 13, .left, style)]
      + (amount.map { [column($0, 14, narrow: 12, .right, style)] } ?? [])
  }
}

extension ShowStream.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    page.paragraph(title, .bold)
    page.rows(rows)
  }
}

extension ShowEntry.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    for mark in marks { page.paragraph(mark, .red) }
    page.line(StyledText(title, [.bold, isRefused ? .red : .green]))
    page.rows(facts.map { [$0.label, $0.text] })
    if !requested.isEmpty {
      page.line()
      page.line(StyledText("Asked", .bold))
      page.rows(requested.map { [$0.label, $0.text] })
    }
    if !events.isEmpty {
      page.line()
      page.line(StyledText("Events", .bold))
      for event in events { page.line("  " + StyledText(value: event)) }
    }
    if !changes.isEmpty {
      page.line()
      page.line(StyledText("Changed", .bold))
      page.changes(changes, indent: 2)
    }
  }
}

extension ExplainDecision.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    page.paragraph(title, .bold)
    page.paragraph(visible(value: subtitle), after: "  ")
    page.line()
    for outcome in outcomes { page.paragraph(outcome) }
    page.paragraph(conclusion)
    page.line()
    let codes = rules.map(\.code.displayWidth).max() ?? 0
    let verdicts = (rules.map(\.verdict) + [.broken]).map(\.look.word.displayWidth).max() ?? 0
    for rule in rules {
      let (word, style) = rule.verdict.look
      let code = "  " + rule.code.padded(to: codes) + "  "
      // The verdict comes first, with two columns before it.
      let lines = rule.sentence.hanging(after: code, within: page.width.map { $0 - verdicts - 2 })
      for (index, text) in lines.enumerated() {
        let verdict = (index == 0 ? word : "").padded(to: verdicts)
        page.line(
          rule.verdict == .notEvaluated
            ? StyledText("  \(verdict)\(text)", style)
            : "  " + StyledText(verdict, style) + StyledText(text))
      }
      let indent = String(repeating: " ", count: verdicts + 6)
      for fact in rule.facts { page.paragraph(visible(value: fact), after: indent, .dim) }
    }
  }
}

extension RuleCheck.Verdict {
  fileprivate var look: (word: String, style: TextStyle) {
    switch self {
    case .held: ("held", .green)
    case .broken: ("BROKEN", [.red, .bold])
    case .erased: ("erased", .yellow)
    case .withheld: ("withheld", .yellow)
    case .notEvaluated: ("not reached", .dim)
    }
  }
}

extension CompareStates.ViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    switch self {
    case .section(let section):
      let title = section.title
      switch section.kind {
      case .added: page.line(StyledText("+ " + title, .green))
      case .missing: page.line(StyledText("- " + title, .red))
      case .deleted: page.line(StyledText("x " + title, .red))
      case .changed: page.line(StyledText("~ " + title, .yellow))
      }
      page.changes(section.changes, indent: 6)
    case .summary(let text): page.paragraph(text)
    }
  }
}
