// The screens of the scenes that look at the past.

import EventSourcing
import HistoryScenes
import Terminal

extension ShowLog.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    switch self {
    case .entry(let entry): Self.draw(entry, on: screen)
    case .summary(let sentence): screen.paragraph(sentence)
    }
  }

  private static func draw(_ entry: ShowLog.Line, on screen: Screen) {
    var cells = screen.entryCells(seq: entry.seq, at: entry.at, stream: entry.stream)
    cells += screen.commandCells(actor: entry.actor, command: entry.command, entry.amount)
    cells.append(.init(entry.outcome, entry.isRefused ? .red : .green))
    if !entry.reason.isEmpty { cells += [.init(entry.reason, after: "because: ", .dim)] }
    screen.row(cells)
    screen.display(entry.changes, indent: 8)
  }
}

/// Shows the log with a line of headers, unless it is empty.
final class LogDisplay: DisplayLogic {
  private let screen: Screen
  private let headers: (time: String, stream: String)
  private var isBehindHeaders = false

  /// - Parameters:
  ///   - noun: What a stream is called.
  ///   - timeZone: The zone's name; times in any but UTC have their offset.
  init(_ screen: Screen, _ noun: String, timeZone: String) {
    self.screen = screen
    headers = (timeZone == "UTC" ? "TIME (UTC)" : "TIME", noun.uppercased())
  }

  func display(_ viewModel: ShowLog.ViewModel) {
    if case .entry(let entry) = viewModel, !isBehindHeaders {
      let time = headers.time.padded(to: entry.at.displayWidth)
      screen.row(
        screen.entryCells(seq: "ENTRY", at: time, stream: headers.stream, .bold)
          + screen.commandCells(
            actor: "ACTOR", command: "COMMAND", entry.amount.map { _ in "AMOUNT" }, .bold)
          + [.init("OUTCOME", .bold)])
      isBehindHeaders = true
    }
    viewModel.draw(on: screen)
  }
}

/// Shows a damaged log as `LogDisplay` does, with the marks in between.
final class DamagedLogDisplay: DisplayLogic {
  private let screen: Screen
  private let log: LogDisplay

  init(_ screen: Screen, _ log: LogDisplay) {
    self.screen = screen
    self.log = log
  }

  func display(_ viewModel: ShowLogAround.ViewModel) {
    switch viewModel {
    case .mark(let mark): screen.paragraph(visible(mark), .red)
    case .log(let viewModel): log.display(viewModel)
    }
  }
}

extension Screen {
  fileprivate func commandCells(
    actor: String, command: String, _ amount: String? = nil, _ style: Palette.Style? = nil
  ) -> [Table.Cell] {
    [column(actor, 8, narrow: 6, .left, style), column(command, 22, narrow: 13, .left, style)]
      + (amount.map { [column($0, 14, narrow: 12, .right, style)] } ?? [])
  }

  /// Shows names and what they stand for.
  func display(_ rows: [[String]]) {
    let width = rows.compactMap { $0.first?.displayWidth }.max() ?? 0
    for row in rows {
      let first = visible(row.first ?? "").padded(to: width)
      let rest = row.dropFirst().map { visible(value: $0) }.joined(separator: "  ")
      for text in rest.hanging(after: "  \(first)  ", within: self.width) { line(text) }
    }
  }

  /// Shows fields that changed, one per line: the old and the new value.
  package func display(_ changes: [FieldChangeLine], indent: Int) {
    let width = changes.map(\.field.displayWidth).max() ?? 0
    let margin = String(repeating: " ", count: indent)
    for change in changes {
      let field = visible(change.field).padded(to: width)
      let signs = change.isElement ? (old: "- ", new: "+ ") : (old: "", new: "")
      let old = change.old.map { palette.styled(signs.old + visible(value: $0), .red) }
      let new = change.new.map { palette.styled(signs.new + visible(value: $0), .green) }
      switch (old, new) {
      case (let old?, nil) where change.isElement: line("\(margin)\(field)  \(old)")
      case (let old?, let new?): line("\(margin)\(field)  \(old) → \(new)")
      case (let old?, nil): line("\(margin)\(field)  \(old) → nothing")
      case (nil, let new?): line("\(margin)\(field)  \(new)")
      case (nil, nil): break
      }
    }
  }
}

extension ShowStream.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    screen.paragraph(visible(title), .bold)
    screen.display(rows)
  }
}

extension ShowEntry.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    screen.line(screen.palette.styled(visible(title), .bold, isRefused ? .red : .green))
    screen.display(facts.map { [$0.label, $0.text] })
    if !requested.isEmpty {
      screen.line()
      screen.line(screen.palette.styled("Asked", .bold))
      screen.display(requested.map { [$0.label, $0.text] })
    }
    if !events.isEmpty {
      screen.line()
      screen.line(screen.palette.styled("Events", .bold))
      for event in events { screen.line("  " + visible(value: event)) }
    }
    if !changes.isEmpty {
      screen.line()
      screen.line(screen.palette.styled("Changed", .bold))
      screen.display(changes, indent: 2)
    }
  }
}

extension ShowEntryAround.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for mark in marks { screen.paragraph(visible(mark), .red) }
    entry.draw(on: screen)
  }
}

extension BlameFields.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    var table = Table([
      .init("FIELD"), .init("VALUE", .left, .wraps), .init("SEQ", .right), .init("REV", .right),
      .init("WHEN (\(timeZone))", .left, .optional), .init("ACTOR", .left, .wraps),
      .init("COMMAND", .left, .optional),
    ])
    for row in rows {
      table.append([
        .init(row.field), .init(row.value, .bold), .init(row.seq, .yellow), .init(row.rev),
        .init(row.at, .dim), .init(row.actor), .init(row.command),
      ])
    }
    screen.table(table)
  }
}

extension ExplainDecision.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    screen.paragraph(visible(title), .bold)
    screen.paragraph(visible(value: subtitle), after: "  ")
    screen.line()
    for outcome in outcomes { screen.paragraph(visible(outcome)) }
    screen.paragraph(visible(conclusion))
    screen.line()
    let codes = rules.map(\.code.displayWidth).max() ?? 0
    let verdicts = (rules.map(\.verdict) + [.broken]).map(\.look.word.displayWidth).max() ?? 0
    for rule in rules {
      let (word, styles) = rule.verdict.look
      let code = "  " + rule.code.padded(to: codes) + "  "
      // The verdict comes first, with two columns before it.
      let lines = rule.sentence.hanging(
        after: code, within: screen.width.map { $0 - verdicts - 2 })
      for (index, text) in lines.enumerated() {
        let verdict = (index == 0 ? word : "").padded(to: verdicts)
        screen.line(
          rule.verdict == .notEvaluated
            ? screen.palette.styled("  \(verdict)\(text)", styles)
            : "  \(screen.palette.styled(verdict, styles))\(text)")
      }
      let indent = String(repeating: " ", count: verdicts + 6)
      for fact in rule.facts { screen.paragraph(visible(value: fact), after: indent, .dim) }
    }
  }
}

extension RuleCheck.Verdict {
  fileprivate var look: (word: String, styles: [Palette.Style]) {
    switch self {
    case .held: ("held", [.green])
    case .broken: ("BROKEN", [.red, .bold])
    case .erased: ("erased", [.yellow])
    case .notEvaluated: ("not reached", [.dim])
    }
  }
}

extension CompareStates.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    switch self {
    case .section(let section):
      let title = visible(section.title)
      switch section.kind {
      case .added: screen.line(screen.palette.styled("+ " + title, .green))
      case .missing: screen.line(screen.palette.styled("- " + title, .red))
      case .deleted: screen.line(screen.palette.styled("x " + title, .red))
      case .changed: screen.line(screen.palette.styled("~ " + title, .yellow))
      }
      screen.display(section.changes, indent: 6)
    case .summary(let text): screen.paragraph(text)
    }
  }
}

extension VerifyHistory.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for (index, text) in lines.enumerated() {
      screen.paragraph(visible(text), index > 0 ? nil : isGood ? .green : .red)
    }
  }
}

extension ListDamage.ViewModel: Drawable {
  package func draw(on screen: Screen) {
    for place in places { screen.paragraph(visible(place), .red) }
    for (index, text) in summary.enumerated() {
      screen.paragraph(visible(text), index > 0 ? nil : places.isEmpty ? .green : .red)
    }
  }
}
