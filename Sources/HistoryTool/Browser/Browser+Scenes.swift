// Which scene shows each destination: the composition of the browser.

extension Browser {
  func makeScene(_ destination: BrowserDestination) -> any BrowserScene {
    switch destination {
    case .stream(let id): StreamScene(id, context, self)
    case .history(let id): EntriesScene(of: id, context, self)
    case .log: EntriesScene(of: nil, context, self)
    case .blame(let id): blame(of: id)
    case .entry(let seq):
      AnswerScene("Entry @\(seq)", entry: seq, actions: [.explain], context, self) {
        (context, width) throws(Failure) in
        Answer(try context.lines(ofEntry: seq, width: width))
      }
    case .explanation(let seq):
      AnswerScene("Why @\(seq) was decided so", entry: seq, actions: [.open], context, self) {
        (context, width) throws(Failure) in
        Answer(
          try context.lines(
            of: ExplainDecision.self, .init(.entry(seq)), in: context.history, width: width))
      }
    case .comparison(let from, let to, let id):
      AnswerScene(
        "@\(from) → @\(to)" + (id.map { ", \(context.words.noun) \($0)" } ?? ""), of: id,
        actions: id == nil ? [] : [.history],
        context, self
      ) { (context, width) throws(Failure) in
        var request = CompareStates.Request()
        (request.from, request.to) = (.entry(from), .entry(to))
        request.ids = id.map { [$0] } ?? []
        return Answer(
          try context.lines(
            of: CompareStates.self, request, in: CompareStates.Context(context.history),
            width: width))
      }
    case .check:
      AnswerScene("Invariants up to here", actions: [.open], context, self) {
        (context, width) throws(Failure) in
        Answer(
          try context.lines(
            of: CheckInvariants.self, .init(at: context.journey.position), in: context.history,
            width: width))
      }
    case .totals:
      AnswerScene("Totals", actions: [.entryBack], context, self) {
        (context, width) throws(Failure) in
        Answer(
          try context.lines(
            of: StoreStatistics.self, context.journey.position, in: context.history, width: width))
      }
    }
  }

  private func blame(of id: String) -> AnswerScene {
    AnswerScene(
      "Blame of \(context.words.noun) \(id)", of: id, actions: [.open, .history, .entryBack],
      context, self
    ) { (context, width) throws(Failure) in
      var request = BlameFields.Request(id: id)
      request.at = context.journey.position
      let lines = try context.lines(
        of: BlameFields.self, request, in: context.history, width: width)
      // Below the line of titles, each field has a line.
      let shown = try BlameFields.respond(to: request, with: context.history).shownLines
      return Answer(lines, links: shown.enumerated().map { ($0.offset + 1, $0.element.origin.seq) })
    }
  }

  /// The entry at this moment, in a line, and what it changed in another.
  func stepLines() throws(Failure) -> [StyledText] {
    guard journey.here > journey.first else {
      let entry = journey.first > 0 ? "the first entry that isn't archived" : "the first entry"
      return [StyledText("Before \(entry).", .dim), .empty]
    }
    let item = try Failure.of(context.history.item(ofEntry: journey.here))
    let entry = ShowLog.line(item, context.formatting)
    let doubt = context.isInDoubt(journey.here) ? BrowserSign.doubt.text + " " : .empty
    let head =
      doubt + StyledText(value: "@\(entry.seq) \(entry.stream) \(entry.actor) ", .bold)
      + StyledText(value: entry.command) + " → "
      + StyledText(value: entry.outcome, entry.isRefused ? .red : .green)
    let changes = entry.changes.map { change in
      let field = StyledText(value: change.field, .dim) + " "
      if change.isElement {
        return field + (change.old == nil ? "+ " : "- ")
          + StyledText(value: change.old ?? change.new ?? "", .bold)
      }
      return field + StyledText(value: change.old.map { $0 + " → " } ?? "")
        + StyledText(value: change.new ?? "nothing", .bold)
    }
    let reason = entry.reason.isEmpty ? [] : [StyledText(value: "because: \(entry.reason)", .dim)]
    let isNothing =
      changes.isEmpty && !entry.isRefused
      && item.stream.key == context.words.noun
    let nothing = isNothing ? [StyledText("changed nothing", .dim)] : []
    let rest = (changes + nothing + reason).reduce(StyledText.empty) { line, part in
      line.isEmpty ? part : line + "  " + part
    }
    return [head, rest]
  }
}
