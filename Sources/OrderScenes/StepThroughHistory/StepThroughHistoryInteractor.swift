// Steps through a history. Where it is and what has a name is all that is kept between two commands;
// everything that is shown is folded anew from the entries of one stream.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

package final class StepThroughHistoryInteractor {
  private let source: any EntrySource
  private let presenter: any PresentationLogic<StepThroughHistory.Response>
  private var session: Session?
  private var lastLine = ""
  private var marks: [StepThroughHistory.Mark] = []

  private struct Session {
    let stream: StreamName?
    var stepper: HistoryStepper
  }

  package init(
    source: any EntrySource, presenter: any PresentationLogic<StepThroughHistory.Response>
  ) {
    self.source = source
    self.presenter = presenter
  }

  /// Goes to where it begins, and presents that place.
  ///
  /// - Complexity: Reads the whole history once.
  package func begin(_ request: StepThroughHistory.Request) throws(Failure) {
    let stream = try orderStream(request.id)
    let seq = try source.resolve(request.at)
    var stepper = try Failure.of { () throws(LogError) in
      var stepper = try HistoryStepper(source, only: stream)
      try stepper.move(to: seq)
      return stepper
    }
    if let id = request.id, stepper.count == 0 { throw .noSuchOrder(id, at: nil) }
    // A history with a torn tail is stepped through as far as it is good.
    if seq == .max { _ = stepper.move(by: .max) }
    session = Session(stream: stream, stepper: stepper)
    presenter.present(.place(.init(item: try look()?.item, tornTail: stepper.tornTail)))
  }

  /// Carries out a command as it was typed; an empty line carries out the last one once more.
  ///
  /// - Returns: Whether to go on.
  /// - Throws: Why it can't be carried out; the place is then as before.
  package func perform(_ line: String) throws(Failure) -> Bool {
    var line = line[...].trimmed
    if line.isEmpty { line = lastLine[...] }
    if line.isEmpty { return true }
    lastLine = String(line)
    let (command, argument) = try StepCommand.read(line)
    switch command {
    case .next: try move(by: try count(argument), "The history ends here.")
    case .back: try move(by: -(try count(argument)), "The history begins here.")
    case .goto: try go(to: argument ?? "")
    case .until: try search(argument ?? "", isForward: true)
    case .backUntil: try search(argument ?? "", isForward: false)
    case .end: try go(to: "end")
    case .show: try show(argument)
    case .diff: presenter.present(.changes(try item()))
    case .why: try explain()
    case .mark: try mark(argument ?? "")
    case .marks: presenter.present(.marks(marks))
    case .help: presenter.present(.commands(StepCommand.allCases))
    case .quit: return false
    }
    return true
  }
}

// Going somewhere else.
extension StepThroughHistoryInteractor {
  private func count(_ argument: String?) throws(Failure) -> Int {
    guard let argument else { return 1 }
    guard let count = Int(argument), count > 0 else {
      throw Failure(
        .usage, code: "bad-count", "'\(argument)' is no number of entries.",
        hint: "Give a whole number from 1 up.")
    }
    return count
  }

  private func move(by distance: Int, _ refusal: String) throws(Failure) {
    guard session?.stepper.move(by: distance) == true else {
      throw Failure(.negative, code: "no-more-entries", refusal, hint: nil)
    }
    try presentPlace()
  }

  private func go(to name: String) throws(Failure) {
    if let mark = marks.first(where: { $0.name == name }) { return try move(to: mark.seq) }
    try move(to: try source.resolve(name))
  }

  private func move(to seq: Int) throws(Failure) {
    guard var stepper = session?.stepper else { return }
    do throws(LogError) { try stepper.move(to: seq) } catch { throw Failure(error) }
    session?.stepper = stepper
    try presentPlace()
  }

  private func search(_ text: String, isForward: Bool) throws(Failure) {
    let condition = try Failure.ofCondition { () throws(ConditionError) in
      try Condition(text, of: Orders.schema)
    }
    let here = try current()?.seq ?? 0
    let stream = session?.stream
    let found = try Failure.of { () throws(LogError) in
      var search = StepSearch(condition, only: stream, form: source.form)
      return isForward
        ? try search.first(behind: here, in: source) : try search.last(before: here, in: source)
    }
    guard let found else {
      throw Failure(
        .negative, code: "never-holds",
        "There is no entry \(isForward ? "behind" : "before") this one after which it holds.",
        hint: nil)
    }
    try move(to: found)
  }

  private func mark(_ name: String) throws(Failure) {
    guard StreamName.isValid(id: name), (try? Position(name)) == nil else {
      throw Failure(
        .usage, code: "bad-mark", "'\(name)' can't be a mark.",
        hint: "A mark is made of letters, digits, '.', '_' and '-', and is no position.")
    }
    let mark = StepThroughHistory.Mark(name: name, seq: try current()?.seq ?? 0)
    marks.removeAll { $0.name == name }
    marks.append(mark)
    presenter.present(.marks([mark]))
  }
}

// Looking around.
extension StepThroughHistoryInteractor {
  private func presentPlace() throws(Failure) {
    presenter.present(.place(.init(item: try look()?.item)))
  }

  /// The current entry, and what is known behind it; nil at the start.
  private func look() throws(Failure) -> (item: ShowLog.Item, changes: HistoryChanges)? {
    var found: (ShowLog.Item, HistoryChanges)?
    try fold { (entry, changes) throws(JSONError) in
      let item = try ShowLog.Item(entry, of: .orders, changes: changes.changes(of: entry))
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

  /// Folds the current entry's stream up to it.
  @discardableResult
  private func fold(_ body: (Entry, HistoryChanges) throws(JSONError) -> Void) throws(Failure)
    -> Entry?
  {
    guard let stepper = session?.stepper else { return nil }
    do throws(LogError) {
      var changes = HistoryChanges(
        of: .orders, form: source.form, readsCommands: true)
      return try stepper.fold(into: &changes, body)
    } catch {
      throw Failure(error)
    }
  }

  private func show(_ path: String?) throws(Failure) {
    guard let (item, changes) = try look() else { throw .noEntryHere }
    let id = item.stream.text
    if path == nil, let order = changes.state(of: Orders.self) ?? nil {
      let at = "entry \(item.entry.seq)"
      presenter.present(.order(.init(id: id, order: order, at: at, tornTail: nil)))
      return
    }
    let fields = changes.fields(of: item.entry).after
    let selection = path.map { FieldSelection($0) }
    let leaves = fields.leaves.filter { selection?.contains($0.path) ?? true }
    guard !leaves.isEmpty else {
      throw Failure(
        .negative, code: "no-such-field",
        path.map { "There is no \($0) here." } ?? "There is no order \(id) here.",
        hint: "show tells all there is.")
    }
    presenter.present(
      .fields(.init(leaves: leaves, currency: fields["currency"]?.string ?? "")))
  }

  private func explain() throws(Failure) {
    guard let entry = try current() else { throw .noEntryHere }
    var explanation = DecisionExplanation(of: entry.seq, in: .orders)
    let category = entry.storage.string(entry.stream).prefix { $0 != "/" }
    try explanation.check(String(category))
    try fold { (entry, changes) throws(JSONError) in try explanation.take(entry, changes) }
    if let response = explanation.response { presenter.present(.decision(response)) }
  }
}

extension Failure {
  fileprivate static let noEntryHere = Failure(
    .negative, code: "no-entry-here", "Nothing has happened yet.", hint: "next goes ahead.")
}

/// Looks for entries after which a condition holds.
private struct StepSearch {
  private var domains: DomainsProjection<AskingProjection<Orders>, StateProjection<Catalogue>>
  private let condition: Condition<Order?>

  init(_ condition: Condition<Order?>, only stream: StreamName?, form: LineForm) {
    self.condition = condition
    let isStore = form == .store
    domains = DomainsProjection(
      orders: AskingProjection([condition.formula], only: stream, checksRevisions: isStore),
      catalogue: StateProjection(checksRevisions: isStore))
  }

  mutating func first(behind seq: Int, in source: any EntrySource) throws(LogError) -> Int? {
    var reader = try EntryReader(source)
    while let entry = try reader.next(into: &domains) {
      if entry.seq > seq, holds { return entry.seq }
    }
    return nil
  }

  mutating func last(before seq: Int, in source: any EntrySource) throws(LogError) -> Int? {
    var reader = try EntryReader(source)
    var found: Int?
    while let entry = try reader.next(into: &domains), entry.seq < seq {
      if holds { found = entry.seq }
    }
    return found
  }

  private var holds: Bool {
    domains.current == .order && domains.orders.holds(condition, 0)
  }
}
