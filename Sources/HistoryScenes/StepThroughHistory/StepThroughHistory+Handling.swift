// Steps through a history. Between two commands it keeps only the current place and the marks;
// everything that is shown is folded again from the entries of one stream.

extension StepThroughHistory: Interaction {
  package typealias Context = (
    history: History,
    /// The next command as it was typed; nil at the end.
    line: () throws(Failure) -> String?,
    /// Told of a command that can't be carried out.
    refuse: (Failure) -> Void
  )

  /// - Returns: Whether all commands could be carried out.
  package static func handle(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let session = try StepSession(request, in: context.history, presenter)
    var isDone = true
    while let line = try context.line() {
      do throws(Failure) {
        guard try session.perform(line) else { break }
      } catch {
        isDone = false
        context.refuse(error)
      }
    }
    return isDone
  }
}

final class StepSession {
  private let history: History
  private let presenter: any Presenter<StepThroughHistory.Response>
  private let stream: StreamName?
  private var stepper: HistoryStepper
  private var lastLine = ""
  private var marks: [StepThroughHistory.Mark] = []

  /// Goes to where it begins, and presents that place. Reads the whole history once, unless it has indexes.
  init(
    _ request: StepThroughHistory.Request, in history: History,
    _ presenter: any Presenter<StepThroughHistory.Response>
  ) throws(Failure) {
    let stream = try history.domains.stream(request.id)
    (self.history, self.presenter, self.stream) = (history, presenter, stream)
    let seq = try history.resolve(request.at)
    stepper = try Failure.of(HistoryStepper(history.source, only: stream))
    try stepper.jump(to: seq)
    if let id = request.id, stepper.count == 0 {
      throw history.domains.noSuchStream(id, at: nil)
    }
    // A history with a torn tail can be stepped through as far as it is good.
    if seq == .max { _ = stepper.move(by: .max) }
    presenter.present(.place(.init(item: try look()?.item, tornTail: stepper.tornTail)))
  }

  /// Carries out a command as it was typed, and returns whether to continue; an empty line repeats the
  /// last one. If it can't be carried out, the place stays as it was.
  func perform(_ line: String) throws(Failure) -> Bool {
    var line = line[...].trimmed
    if line.isEmpty { line = lastLine[...] }
    if line.isEmpty { return true }
    lastLine = String(line)
    let (command, argument) = try StepCommand.read(line)
    switch command {
    case .next: try move(by: try count(argument), "This is the end of the history.")
    case .back: try move(by: -(try count(argument)), "This is the beginning of the history.")
    case .goto: try go(to: argument ?? "")
    case .until: try search(history.domains.main, argument ?? "", isForward: true)
    case .backUntil: try search(history.domains.main, argument ?? "", isForward: false)
    case .end: try go(to: "end")
    case .show: try show(argument)
    case .diff: presenter.present(.changes(try item()))
    case .why: try explain()
    case .mark: try mark(argument ?? "")
    case .marks: presenter.present(.marks(marks))
    case .help: presenter.present(.commands(StepCommand.allCases, history.domains.words))
    case .quit: return false
    }
    return true
  }
}

// Going somewhere else.
extension StepSession {
  private func count(_ argument: String?) throws(Failure) -> Int {
    guard let argument else { return 1 }
    guard let count = Int(argument), count > 0 else {
      throw Failure(
        .usage, code: "bad-count", "'\(argument)' isn't a number of entries.",
        hint: "Type a whole number from 1 up.")
    }
    return count
  }

  private func move(by distance: Int, _ refusal: String) throws(Failure) {
    guard stepper.move(by: distance) else {
      throw Failure(.negative, code: "no-more-entries", refusal, hint: nil)
    }
    try presentPlace()
  }

  private func go(to name: String) throws(Failure) {
    if let mark = marks.first(where: { $0.name == name }) { return try move(to: mark.seq) }
    try move(to: try history.resolve(.typed(name)))
  }

  private func move(to seq: Int) throws(Failure) {
    try stepper.jump(to: seq)
    try presentPlace()
  }

  private func search<D: HistoryDomain>(_: D.Type, _ text: String, isForward: Bool)
    throws(Failure)
  {
    let formula = try Failure.ofCondition(
      Condition(text, of: D.schema, times: history.times)
    ).formula
    let here = try current()?.seq ?? 0
    let states = FormulaProjection<D>([formula], only: stream, of: history)
    let found = try Failure.of(
      isForward
        ? states.firstHolding(after: here, in: history.source)
        : states.lastHolding(before: here, in: history.source))
    try Failure.throwTypeError(formula.takeTypeError())
    guard let found else {
      let isPersonal = D.areAboutPersonalFields(formula.fields)
      let erasures = isPersonal ? try erasures(of: stream) : Erasures()
      throw Failure(
        .negative, code: "never-holds",
        "There is no entry \(isForward ? "after" : "before") this one after which it holds.",
        hint: erasures.note)
    }
    try move(to: found)
  }

  private func mark(_ name: String) throws(Failure) {
    guard StreamName.isValid(id: name), (try? Position(typed: name, history.times)) == nil else {
      throw Failure(
        .usage, code: "bad-mark", "'\(name)' can't be a mark.",
        hint: "A mark consists of letters, digits, '.', '_' and '-', and isn't a position.")
    }
    let mark = StepThroughHistory.Mark(name: name, seq: try current()?.seq ?? 0)
    marks.removeAll { $0.name == name }
    marks.append(mark)
    presenter.present(.marks([mark]))
  }
}

// Looking around.
extension StepSession {
  private func presentPlace() throws(Failure) {
    presenter.present(.place(.init(item: try look()?.item)))
  }

  /// The current entry, and what is known after it; nil at the start.
  private func look() throws(Failure) -> (item: ShowLog.Item, changes: HistoryChanges)? {
    var found: (ShowLog.Item, HistoryChanges)?
    try fold { (entry, changes) throws(JSONError) in
      let item = try ShowLog.Item(entry, of: history.domains, changes: changes.changes(of: entry))
      found = (item, changes)
    }
    return found
  }

  private func item() throws(Failure) -> ShowLog.Item {
    guard let item = try look()?.item else { throw .noEntryHere }
    return item
  }

  private func current() throws(Failure) -> Entry? {
    try fold { (_, _) throws(JSONError) in }
  }

  @discardableResult
  private func fold(_ body: (Entry, HistoryChanges) throws(JSONError) -> Void) throws(Failure)
    -> Entry?
  {
    var changes = HistoryChanges(of: history.domains, form: history.source.form)
    return try Failure.of(stepper.fold(into: &changes, body))
  }

  private func show(_ path: String?) throws(Failure) {
    guard let (item, changes) = try look() else { throw .noEntryHere }
    if path == nil, let details = changes.details(of: item.entry) {
      return presenter.present(.details(details))
    }
    let fields = changes.fieldsAfter(item.entry)
    let selection = path.map { FieldSelection($0) }
    let leaves = fields.leaves.filter { selection?.contains($0.path) ?? true }
    let paths =
      leaves.map(\.path)
      + history.domains.main.personalFields.filter {
        selection?.contains($0) ?? false
      }
    let erasures = changes.erasures(of: item.entry, among: paths)
    guard !leaves.isEmpty else {
      throw Failure(
        .negative, code: "no-such-field",
        path.map { "There is no \($0) here." } ?? "There is no \(item.stream.phrase) here.",
        hint: erasures.note ?? "show lists all fields.")
    }
    presenter.present(
      .fields(
        .init(
          leaves: leaves, currency: changes.kinds.currency(of: fields) ?? "", kinds: changes.kinds,
          erasures: erasures)))
  }

  /// The erasures of one stream, or of all.
  private func erasures(of stream: StreamName?) throws(Failure) -> Erasures {
    var erasures = Erasures()
    try Failure.of { () throws(LogError) in
      var reader = try EntryReader(history.source)
      while let entry = try reader.next() {
        if stream?.isStream(of: entry) ?? true { erasures.take(entry) }
      }
    }
    return erasures
  }

  private func explain() throws(Failure) {
    guard let entry = try current() else { throw .noEntryHere }
    // The version of the rules may be named at an entry of another stream.
    let request = ExplainDecision.Request(.entry(entry.seq))
    presenter.present(.decision(try ExplainDecision.respond(to: request, with: history)))
  }
}

extension HistoryStepper {
  /// Goes to an entry, or stays where it is if it can't.
  fileprivate mutating func jump(to seq: Int) throws(Failure) {
    var moved = self
    try Failure.of(moved.move(to: seq))
    self = moved
  }
}

extension Failure {
  fileprivate static let noEntryHere = Failure(
    .negative, code: "no-entry-here", "This is before the first entry.", hint: "next goes forward.")
}

// Looking for entries after which a condition holds.
extension FormulaProjection {
  fileprivate consuming func firstHolding(after seq: Int, in source: any EntrySource)
    throws(LogError) -> Int?
  {
    var reader = try EntryReader(source)
    while let entry = try reader.next(into: &self) {
      if entry.seq > seq, holds { return entry.seq }
    }
    return nil
  }

  fileprivate consuming func lastHolding(before seq: Int, in source: any EntrySource)
    throws(LogError) -> Int?
  {
    var reader = try EntryReader(source)
    var found: Int?
    while let entry = try reader.next(into: &self), entry.seq < seq {
      if holds { found = entry.seq }
    }
    return found
  }

  private var holds: Bool { stream != nil && holds(0) }
}
