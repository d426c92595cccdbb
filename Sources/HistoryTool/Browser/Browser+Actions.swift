// The keys that work in every scene.

extension Browser {
  func perform(_ action: BrowserAction) throws(Failure) {
    switch action {
    case .back:
      if scenes.count > 1 { close() } else { message = BrowserMessage("q leaves.") }
    case .quit: leave()
    case .help: overlay = help()
    case .redraw: screen.repaint()
    case .entryBack: try journey.step(by: -1)
    case .entryForward: try journey.step(by: 1)
    case .revisionBack: try stepByRevision(isForward: false)
    case .revisionForward: try stepByRevision(isForward: true)
    case .dayBack: try journey.stepByDay(isForward: false)
    case .dayForward: try journey.stepByDay(isForward: true)
    case .start: try journey.go(to: "start")
    case .end: try journey.go(to: "end")
    case .position: ask(.position)
    case .search: ask(.condition)
    case .searchNext: try search(isForward: true)
    case .searchPrevious: try search(isForward: false)
    case .mark:
      journey.mark()
      let marks = journey.marks.sorted().map { "@\($0)" }.joined(separator: " and ")
      let others = journey.marks.count > 1 ? "d compares them" : "d compares it with another moment"
      message = BrowserMessage("Marked \(marks). \(others).")
    case .unmark: journey.unmark()
    case .compare: try compare()
    case .log: try open(.log)
    case .check: try open(.check)
    case .totals: try open(.totals)
    case .explain: try open(.explanation(journey.here))
    case .command: begin(command: [])
    case .open: message = BrowserMessage("There is nothing to open here.")
    case .history, .blame, .sort: reportNoSelection()
    }
  }

  /// Begins a command that changes what the scene is about.
  func begin(_ change: BrowserChange) throws(Failure) {
    if !change.isOfStream {
      if change.isComplete {
        try carryOut(command: [change.command])
      } else {
        begin(command: [change.command])
      }
    } else if let router = scene.changes {
      try router.routeToChange(change)
    } else {
      reportNoSelection()
    }
  }

  private func reportNoSelection() {
    message = BrowserMessage("No \(context.words.noun) is selected here.")
  }

  private func stepByRevision(isForward: Bool) throws(Failure) {
    guard let id = (scene as? any StreamDataStore)?.streamID else { return reportNoSelection() }
    let items = try journey.items(from: 0, count: .max, of: [id])
    journey.step(isForward: isForward, among: items.map(\.entry.seq))
  }

  private func compare() throws(Failure) {
    guard let moments = journey.compared else {
      message = BrowserMessage("Nothing is marked. m marks this moment.")
      return
    }
    try open(.comparison(from: moments.from, to: moments.to, stream: scene.subject))
  }

  // MARK: - What is typed

  func ask(_ purpose: BrowserPrompt.Purpose, _ text: String = "") {
    prompt = BrowserPrompt(
      purpose, text, histories[purpose] ?? [],
      example: purpose.example(in: context.commands, context.domain))
  }

  func handlePrompt(_ event: ScreenEvent) throws(Failure) {
    guard var asked = prompt else { return }
    let response = asked.editor.handle(event)
    prompt = response == .used || response == .unused ? asked : nil
    let text = asked.editor.text
    guard response == .accepted, text.contains(where: { $0 != " " }) else { return }
    histories[asked.purpose, default: []].removeAll { $0 == text }
    histories[asked.purpose, default: []].append(text)
    do throws(Failure) {
      switch asked.purpose {
      case .position:
        try journey.go(to: .typed(text.split(separator: " ").joined(separator: " ")))
      case .condition:
        condition = text
        try search(isForward: true)
      case .command: try carryOut(command: try CommandWords(text).words)
      }
      expire()
    } catch {
      // It can be corrected.
      ask(asked.purpose, text)
      throw error
    }
  }

  private func search(isForward: Bool) throws(Failure) {
    guard let condition else { return ask(.condition) }
    message = BrowserMessage("Searching …")
    screen.show(frame())
    let found = try journey.find(
      condition, of: scene.subject, isForward: isForward, while: { [screen] in !screen.hasInput })
    guard let found else {
      let entry = isForward ? "later" : "earlier"
      message = BrowserMessage(
        screen.hasInput
          ? "Stopped searching." : "There is no \(entry) entry where it begins or ceases to hold.")
      return
    }
    journey.go(toEntry: found.mark.seq)
    message = BrowserMessage("\(condition): \(Self.wording(found)).")
  }

  private static func wording(_ moment: FindMoments.Moment) -> String {
    switch moment.change {
    case .begins: "begins to hold for \(moment.stream.phrase)"
    case .ends(let since): "ceases to hold for \(moment.stream.phrase), after @\(since)"
    case .holds: "holds for \(moment.stream.phrase)"
    }
  }

  // MARK: - Help

  private func help() -> Overlay {
    var lines: [StyledText] = []
    for (title, rows) in context.keys.help {
      lines.append(StyledText(title, .bold))
      for row in rows {
        let texts = StyledText(row.help).wrapped(to: 56)
        for (number, text) in texts.enumerated() {
          let key = StyledText(number == 0 ? row.spelling : "", .cyan).padded(to: 8)
          lines.append("  " + key + text)
        }
      }
      lines.append(.empty)
    }
    lines.append(StyledText("What the signs mean", .bold))
    for sign in BrowserSign.allCases {
      lines.append("  " + sign.text.padded(to: 8) + StyledText(sign.meaning))
    }
    lines.append(.empty)
    lines.append(StyledText("The mouse selects, opens, scrolls, and slides the time line.", .dim))
    return Overlay(title: "Keys", lines, footer: StyledText("↑ ↓ scroll, Esc closes this", .dim))
  }

  func handleOverlay(_ event: ScreenEvent) {
    guard overlay?.handle(event, in: areas().all) == false, case .key = event else { return }
    overlay = nil
  }
}
