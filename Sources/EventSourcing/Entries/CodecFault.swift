// Whether a domain reads back what it writes: if it doesn't, its log isn't worth anything. The engine checks it in
// debug builds, and tests of deciders always do.

/// A part of an entry that a domain doesn't read back as it wrote it.
@usableFromInline package struct CodecFault: Hashable, Sendable {
  /// The part of the entry: `the event deck-loaded`.
  public let part: String
  /// The part as it is written.
  public let written: String
  /// The part that was read, written again, or why it can't be read.
  public let read: String
}

extension CodableDecider {
  /// The first part of an entry that isn't read back as it was written; nil if all are, or none is written.
  ///
  /// The entry is written as the engine does, decoded, and written again. States that are `Equatable` are compared,
  /// too: what is neither written nor read may make them differ.
  @usableFromInline package static func codecFault(
    of command: Command, on state: State, _ result: Outcome<Self>.Result, in context: EntryContext
  ) -> CodecFault? {
    if case .unchanged = result { return nil }
    var body = DomainBody<Self>()
    let form = text(of: type(of: command)) { writeMembers(of: command, to: &$0) }
    do throws(JSONError) {
      try body.decode(try entry(of: command, result, in: context))
    } catch {
      return CodecFault(
        part: "the entry of \(type(of: command))", written: form, read: error.message)
    }
    guard let read = body.command else { return nil }
    return fault(
      "the command \(type(of: command))", form,
      text(of: type(of: read)) { writeMembers(of: read, to: &$0) })
      ?? fault(
        "the personal data of \(type(of: command))", personal(of: command), personal(of: read))
      ?? faultOfOutcome(result, body)
      ?? faultOfState(state, after: result, body.events, in: context)
  }

  private static func faultOfOutcome(_ result: Outcome<Self>.Result, _ body: DomainBody<Self>)
    -> CodecFault?
  {
    switch result {
    case .accepted(let events):
      zip(events, body.events).lazy.compactMap { event, read in
        fault(
          "the event \(type(of: event))",
          text(of: type(of: event)) { writeMembers(of: event, to: &$0) },
          text(of: type(of: read)) { writeMembers(of: read, to: &$0) })
      }.first
    case .refused(let refusal):
      fault("the refusal", "\(refusal)", body.refusal.map { "\($0)" } ?? "none")
    case .unchanged: nil
    }
  }

  private static func fault(_ part: String, _ written: String, _ read: String) -> CodecFault? {
    written == read ? nil : CodecFault(part: part, written: written, read: read)
  }

  /// The state after the events as they were read, if it differs and can be compared.
  private static func faultOfState(
    _ state: State, after result: Outcome<Self>.Result, _ read: [Event], in context: EntryContext
  ) -> CodecFault? {
    guard case .accepted(let events) = result else { return nil }
    var (live, replayed) = (state, state)
    for event in events { evolve(&live, with: event, in: context) }
    for event in read { evolve(&replayed, with: event, in: context) }
    func isEqual<S: Equatable>(_ one: S) -> Bool { one == replayed as? S }
    guard let comparable = live as? any Equatable, !isEqual(comparable) else { return nil }
    return CodecFault(part: "what the events lead to", written: "\(live)", read: "\(replayed)")
  }

  private static func entry(
    of command: Command, _ result: Outcome<Self>.Result, in context: EntryContext
  ) throws(JSONError) -> Entry {
    var line = EntryLine()
    line.fill(
      seq: 1, command, expect: nil, as: Circumstances(on: .single, by: ""), result, in: context,
      after: version, of: Self.self, salts: { Salt(0, 0) })
    line.close()
    let storage = line.writer.storage()
    var decoder = EntryDecoder(form: .history)
    var json = JSONReader(storage, in: 0..<storage.count, profile: LineForm.history.profile)
    return try decoder.decode(&json)
  }

  private static func personal(of command: Command) -> String {
    var writer = JSONWriter()
    _ = writePersonal(of: command, to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// A command or an event by itself: `{"type":"order-paid","amount":12999}`.
  package static func text(of type: StaticString, _ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.raw(#"{"type":""#)
    writer.raw(type)
    writer.raw("\"")
    members(&writer)
    writer.raw("}")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
