// One domain's part in an import: what was read last, and its way to the engine.

protocol ImportPart: AnyObject {
  /// Reads the command of a line.
  func read(_ command: inout JSONReader) throws(JSONError)
  /// Reads a recorded entry.
  func read(_ entry: Entry) throws(EntryDefect)
  /// Whether what was read last erases personal data.
  var erases: Bool { get }
  /// The stream of a line.
  func stream(_ target: Circumstances.Target) -> StreamName?
  /// Executes the command that was read.
  func execute(_ line: TypedLine, by run: inout ImportRun, at place: Place) throws(Failure)
  /// Executes the command of the entry that was read, and compares the outcomes.
  func execute(_ entry: Entry, by run: inout ImportRun, at place: Place) throws(Failure)
}

extension HistoryDomain {
  static func makeImportPart(for engine: HistoryEngine) -> any ImportPart {
    DomainImport<Self>(engine)
  }
}

private final class DomainImport<D: HistoryDomain>: ImportPart {
  private let engine: HistoryEngine
  private let states: StreamStates<D>
  private let compiled = D.compiled
  // Only one thread imports.
  @exclusivity(unchecked) private var command: ImportedCommand<D.Command>?
  @exclusivity(unchecked) private var contents = EntryContents()
  private var body = DomainBody<D>()
  @exclusivity(unchecked) private(set) var erases = false

  init(_ engine: HistoryEngine) { (self.engine, states) = (engine, engine.states()) }

  func read(_ command: inout JSONReader) throws(JSONError) {
    erases = try compiled.readImport(&command, &self.command, &contents)
  }

  func read(_ entry: Entry) throws(EntryDefect) {
    try body.read(entry)
    erases = body.command.map { ErasureRecord.isRecorded(by: D.type(of: $0)) } ?? false
  }

  func stream(_ target: Circumstances.Target) -> StreamName? { target.stream(of: D.self) }

  func execute(_ line: TypedLine, by run: inout ImportRun, at place: Place) throws(Failure) {
    var circumstances = Circumstances(on: line.target, by: line.actor)
    circumstances.at = line.at
    circumstances.meta = line.meta
    _ = try run.execute(circumstances, of: D.self, at: place) {
      (circumstances, durability) throws(EngineError) in
      try compiled.executeImport(&command, circumstances, states, engine.engine, durability)
    }
  }

  func execute(_ entry: Entry, by run: inout ImportRun, at place: Place) throws(Failure) {
    guard let command = body.command else { return }
    let storage = entry.storage
    let stream = StreamName(Text(storage, entry.stream))
    var circumstances = Circumstances(
      on: stream?.id.map { .id($0) } ?? .single, by: storage.string(entry.actor),
      id: body.head.id.isPresent ? storage.string(body.head.id) : nil,
      expect: body.head.expect,
      reason: body.head.reason.isPresent ? storage.string(body.head.reason) : nil)
    circumstances.at = entry.at
    circumstances.meta = entry.metaPairs
    var now: DecisionOutcome<D>?
    let conflict = try run.execute(circumstances, of: D.self, at: place) {
      (circumstances, durability) throws(EngineError) in
      let outcome = try D.execute(
        Submission(command, circumstances), in: states, of: engine.engine, durability)
      if !outcome.isRepeated { now = DecisionOutcome(outcome.result) }
      return ImportOutcome(outcome)
    }
    if let conflict { now = .conflict(actual: conflict) }
    let recorded = body.recorded
    let difference = now.map { recorded.difference(to: $0) } ?? recorded.differenceToRepetition
    guard let difference else { return }
    run.response.changed.append(
      .init(
        seq: entry.seq, line: run.line, stream: storage.string(entry.stream),
        command: "\(D.type(of: command))", difference: difference))
  }
}

extension Entry {
  fileprivate var metaPairs: [(key: String, value: String)] {
    guard !meta.isEmpty, let map = try? JSONValue(storage, in: meta, profile: .anyOrder) else {
      return []
    }
    return map.pairs ?? []
  }
}

extension DecisionOutcome {
  fileprivate init(_ result: Outcome<D>.Result) {
    switch result {
    case .accepted(let events): self = .accepted(events)
    case .refused(let refusal): self = .refused(refusal)
    case .unchanged: self = .unchanged
    }
  }
}
