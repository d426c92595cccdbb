// The screens of the scenes that look at the past.

import Terminal
import UseCases

extension Screen: OrderHistoryDisplayLogic {
  func display(_ viewModel: OrderHistory.ViewModel) {
    var cells = entryCells(seq: viewModel.seq, at: viewModel.at, order: viewModel.stream)
    cells += [
      column(viewModel.actor, 8, narrow: 6), column(viewModel.command, 22, narrow: 13),
      .init(viewModel.outcome, viewModel.isRefused ? .red : .green),
    ]
    if !viewModel.reason.isEmpty {
      cells += [.init("because: " + viewModel.reason, .dim)]
    }
    row(cells)
    display(viewModel.changes, indent: 8)
  }

  func display(summary: String) { line(summary) }

  /// Shows fields that changed, one a line: what was there and what is there now.
  func display(_ changes: [ChangeLine], indent: Int) {
    let width = changes.map(\.field.displayWidth).max() ?? 0
    let margin = String(repeating: " ", count: indent)
    for change in changes {
      let field = visible(change.field).padded(to: width)
      let old = change.old.map { palette.styled(visible($0), .red) }
      let new = change.new.map { palette.styled(visible($0), .green) }
      switch (old, new) {
      case (let old?, let new?): line("\(margin)\(field)  \(old) → \(new)")
      case (let old?, nil): line("\(margin)\(field)  \(old) → nothing")
      case (nil, let new?): line("\(margin)\(field)  \(new)")
      case (nil, nil): break
      }
    }
  }
}

extension Screen: ShowEntryDisplayLogic {
  func display(_ viewModel: ShowEntry.ViewModel) {
    line(palette.styled(visible(viewModel.title), .bold, viewModel.isRefused ? .red : .green))
    display(viewModel.facts)
    if !viewModel.asked.isEmpty {
      line()
      line(palette.styled("Asked", .bold))
      display(viewModel.asked)
    }
    if !viewModel.events.isEmpty {
      line()
      line(palette.styled("Events", .bold))
      for event in viewModel.events { line("  " + visible(event)) }
    }
    if !viewModel.changes.isEmpty {
      line()
      line(palette.styled("Changed", .bold))
      display(viewModel.changes, indent: 2)
    }
  }

  private func display(_ facts: [ShowEntry.ViewModel.Fact]) {
    let width = facts.map(\.label.displayWidth).max() ?? 0
    for fact in facts { line("  \(visible(fact.label).padded(to: width))  \(visible(fact.text))") }
  }
}

extension Screen: BlameOrderDisplayLogic {
  func display(_ viewModel: BlameOrder.ViewModel) {
    var table = Table([
      .init("FIELD"), .init("VALUE", isFlexible: true), .init("SEQ", .right), .init("REV", .right),
      .init("WHEN (\(viewModel.timeZone))"), .init("ACTOR", isFlexible: true),
      .init("COMMAND", isFlexible: true),
    ])
    for row in viewModel.rows {
      table.append([
        .init(row.field), .init(row.value, .bold), .init(row.seq, .yellow), .init(row.rev),
        .init(row.at, .dim), .init(row.actor), .init(row.command),
      ])
    }
    self.table(table)
    if let warning = viewModel.warning { display(note: warning) }
  }
}

extension Screen: ExplainDecisionDisplayLogic {
  func display(_ viewModel: ExplainDecision.ViewModel) {
    line(palette.styled(visible(viewModel.title), .bold))
    line("  " + visible(viewModel.subtitle))
    line()
    let width = viewModel.rules.map(\.code.displayWidth).max() ?? 0
    for rule in viewModel.rules {
      let code = "  " + rule.code.padded(to: width) + "  "
      // The verdict stands in front, eight columns wide.
      let lines = rule.sentence.hanging(behind: code, within: self.width.map { $0 - 8 })
      for (index, text) in lines.enumerated() {
        switch (rule.verdict, isFirst: index == 0) {
        case (.unasked, let isFirst):
          line(palette.styled((isFirst ? "  -     " : "        ") + text, .dim))
        case (_, isFirst: false): line("        " + text)
        case (.held, _): line("  \(palette.styled("held  ", .green))\(text)")
        case (.broken, _): line("  \(palette.styled("BROKEN", .red, .bold))\(text)")
        }
      }
      for fact in rule.facts { line("            " + palette.styled(visible(fact), .dim)) }
    }
    line()
    line(visible(viewModel.conclusion))
  }
}

extension Screen: CompareStatesDisplayLogic {
  func display(_ viewModel: CompareStates.ViewModel) {
    for section in viewModel.sections {
      let title = visible(section.title)
      switch section.kind {
      case .added: line(palette.styled("+ " + title, .green))
      case .missing: line(palette.styled("- " + title, .red))
      case .deleted: line(palette.styled("x " + title, .red))
      case .changed: line(palette.styled("~ " + title, .yellow))
      }
      display(section.changes, indent: 6)
    }
    line(viewModel.summary)
    if let warning = viewModel.warning { display(note: warning) }
  }
}
