// Records a command for a stream of any domain, as an import line has it: one JSON object.

package enum RecordCommand: RespondingScene {
  package struct Request: Sendable {
    /// The requested change. Its `id` is that of a stream of the main domain, or the whole name of any stream.
    package var change: ChangeRequest
    /// The command: `{"type":"pay-order","amount":12999}`.
    package var command: String
    /// Whether it was typed as JSON: then errors name the place in it, else the member.
    package var isTyped = false

    package init(_ command: String, change: ChangeRequest) {
      (self.command, self.change) = (command, change)
    }
  }

  package struct Response: SceneResponse, Sendable {
    let document: JSONValue
    let viewModel: OutcomeViewModel
    let refusal: Failure?

    package var documents: [JSONValue] { [document] }
    package var isPositive: Bool { refusal == nil }
    package func refusal(_: Formatting?) -> Failure? { refusal }
  }

  package static func respond(to request: Request, with engine: HistoryEngine) throws(Failure)
    -> Response
  {
    let (domain, stream) = try engine.domains.named(request.change.id)
    return try respond(to: request, on: stream, of: domain, with: engine)
  }

  private static func respond<D: HistoryDomain>(
    to request: Request, on stream: StreamName, of domain: D.Type, with engine: HistoryEngine
  ) throws(Failure) -> Response {
    let command = try read(request, of: domain, on: stream, in: engine.domains)
    if ErasureRecord.isRecorded(by: D.type(of: command.command)) {
      throw Failure(
        .usage, code: "erases-data", "This command would erase personal data for good, unasked.",
        hint: "`\(ToolName.current) erase` shows what would be erased, and asks.")
    }
    var change = request.change
    change.commandID = change.commandID ?? command.id
    change.expect = change.expect ?? command.expect
    change.reason = change.reason ?? command.reason
    let outcome = try Failure.of(
      domain.words,
      try engine.submit(
        command.command, to: domain, change, on: stream.id.map { .id($0) } ?? .single))
    let events = outcome.events.map { "\(D.type(of: $0))" }.joined(separator: ", ")
    return Response(
      document: document(of: outcome),
      viewModel: OutcomeViewModel(outcome, done: "\(subject(of: outcome)): \(events)."),
      refusal: refusal(of: outcome))
  }

  static func read<D: HistoryDomain>(
    _ request: Request, of domain: D.Type, on stream: StreamName, in domains: HistoryDomains
  ) throws(Failure) -> ImportedCommand<D.Command> {
    let opening = #"{"stream":"\#(stream)","command":"#
    let line = ByteStorage.copy(of: opening + request.command + "}")
    let typed = opening.utf8.count..<line.count - 1
    do throws(JSONError) {
      var reader = JSONReader(line, in: typed, profile: .anyOrder)
      let imported = try domain.readImport(&reader)
      try reader.endOfDocument()
      return imported
    } catch {
      let what = request.isTyped ? nil : line.member(at: error.offset, of: typed)
      throw Failure(
        .usage, code: "not-a-command",
        "\(what ?? "The command") can't be read: "
          + domains.explain(error, in: line, line: 0..<line.count),
        hint: domain.words.commandHint,
        at: request.isTyped ? line.place(at: error.offset, of: typed) : nil)
    }
  }

  private static func document<D: HistoryDomain>(of outcome: CommandOutcome<D>) -> JSONValue {
    JSONValue.written { (writer: inout JSONWriter) in
      outcome.writeJSON(to: &writer) { writer in
        let state = JSONValue.written { (writer: inout JSONWriter) in
          _ = D.writeState(outcome.state, id: outcome.id, to: &writer)
        }
        if state != .object([]) { writer.member(named: D.words.noun, state) }
        writer.erased(outcome.lost)
      }
    }
  }

  private static func subject<D: HistoryDomain>(of outcome: CommandOutcome<D>) -> String {
    let noun = D.words.noun
    let name = outcome.id.isEmpty ? noun : "\(noun) \(outcome.id)"
    return name.capitalizedFirst
  }

  private static func refusal<D: HistoryDomain>(of outcome: CommandOutcome<D>) -> Failure? {
    guard case .refused(let refusal) = outcome.result else { return nil }
    let tool = ToolName.current
    let hint =
      outcome.seq > 0
      ? "`\(tool) explain \(outcome.seq)` shows which rule refused it."
      : "`\(tool) show \(outcome.id)` shows the \(D.words.noun)."
    let sentence =
      refusal.fields.isEmpty
      ? "\(subject(of: outcome)): refused." : Failure.words(for: refusal.fields).sentence
    return Failure(refusal, of: outcome, sentence, hint: hint, wording: D.wording)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting)
    -> OutcomeViewModel
  { response.viewModel }
}

extension ByteStorage {
  /// A place in a command that was typed.
  fileprivate func place(at offset: Int, of typed: Range<Int>) -> Place {
    let before = bytes[typed.lowerBound..<min(max(offset, typed.lowerBound), typed.upperBound)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? before.startIndex
    return Place(
      file: "command", line: 1 + before.count { $0 == 0x0A }, byte: before.count,
      after: before[start...])
  }

  /// The member of an object that has an offset in its value.
  fileprivate func member(at offset: Int, of object: Range<Int>) -> String? {
    var reader = JSONReader(self, in: object, profile: .anyOrder)
    var keys = ObjectKeys()
    guard (try? reader.beginObject()) != nil else { return nil }
    while (try? reader.nextKey(&keys, KeyTable([]))) != nil {
      let name = string(reader.lastKey)
      guard let value = try? reader.skipValue(checkingDuplicates: false) else { return nil }
      if value.contains(offset) { return name }
    }
    return nil
  }
}

extension HistoryDomains {
  /// The stream that a text names, and its domain: the id of a stream of the main domain, or any stream's whole name.
  func named(_ text: String) throws(Failure) -> (any HistoryDomain.Type, StreamName) {
    if let name = StreamName(Text(text)),
      let domain = all.first(where: {
        $0.category == name.category && $0.isSingleStream == (name.id == nil)
      })
    {
      return (domain, name)
    }
    guard !main.isSingleStream, let stream = StreamName(category: main.category, id: text) else {
      throw Failure(
        .usage, code: "malformed-id",
        Position.words.contains(text)
          ? "'\(text)' stands for a time, and can't be the id of \(words.subject)."
          : "'\(text)' can't be the id of \(words.subject).", hint: StreamName.idRule)
    }
    return (main, stream)
  }
}
