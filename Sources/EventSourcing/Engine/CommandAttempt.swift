// One attempt to execute a command, as a trace keeps it. The log has only what was decided and changed
// something; a trace has the conflicts, the failures and the commands that change nothing, too.

private import Integrity

/// The trace of an attempt to execute a command: no personal data and no free text.
@usableFromInline package struct CommandAttempt: Sendable, JSONRepresentable {
  /// The ways an attempt can go.
  public enum Ending: String, Sendable {
    /// Accepted, and recorded.
    case accepted
    /// Refused by the rules, and recorded; or by what was checked before, and not recorded.
    case refused
    /// It changes nothing; nothing was recorded.
    case unchanged
    /// It was executed before, with the same id.
    case repeated
    /// It wasn't decided, or not stored.
    case failed
  }

  /// The time when its outcome was known.
  public let at: Timestamp
  /// The person or program that requested it.
  public let actor: String
  /// The stream; nil if it isn't known, or can't be one.
  public let stream: StreamName?
  /// The caller's id of the command.
  public let commandID: String?
  /// The revision that the caller had seen.
  public let expect: Int?
  /// The type of the command, or of the request that didn't become one.
  public let type: String
  /// The kind of its outcome.
  public let outcome: Ending
  /// The code of its refusal or failure.
  public private(set) var code: String?
  /// The number of its entry; if the id was used before, of the first entry with it.
  public private(set) var seq: Int?
  /// The stream's revision after it.
  public private(set) var rev: Int?
  /// A hash that is equal for two attempts with the same command: the HMAC-SHA256 of its type and its
  /// members that aren't in the personal block, keyed with the store's id.
  public private(set) var payload: String?

  /// A request that didn't become a command, or whose command wasn't evaluated.
  ///
  /// The type is then that of the request, and the code says what was wrong with it.
  public init(
    _ outcome: Ending, _ type: String, on stream: StreamName?, by actor: String,
    id: String?, expect: Int?, code: String, at time: Timestamp
  ) {
    at = time
    self.actor = actor
    self.stream = stream
    commandID = id
    self.expect = expect
    self.type = type
    self.outcome = outcome
    self.code = code
  }

  /// A command that an engine was given.
  ///
  /// The payload is the HMAC-SHA256 of the command's type and its members that aren't in the
  /// personal block, as the log writes them. The key is the store's id, so that a reader of the trace
  /// who can't read the store can't guess what was in a command.
  init<D: CodableDecider>(
    _ result: Result<Outcome<D>, EngineError>, of made: MadeCommand<D>,
    _ circumstances: Circumstances, at time: Timestamp, storeID: String?
  ) {
    at = time
    (actor, commandID) = (circumstances.actor, circumstances.id)
    (type, expect) = (made.type, made.expect ?? circumstances.expect)
    payload = made.command.map { Self.hash(of: $0, D.self, storeID: storeID) }
    switch result {
    case .success(let outcome):
      stream = outcome.stream
      self.outcome = Ending(outcome)
      if case .refused(let refusal) = outcome.result { code = refusal.code }
      if outcome.seq > 0 { seq = outcome.seq }
      rev = outcome.rev
    case .failure(let error):
      stream = circumstances.stream(in: D.category)
      outcome = .failed
      code = error.code
      switch error {
      case .commandIDReused(let first): seq = first
      case .revisionConflict(_, let actual): rev = actual
      case .malformedID, .reservedID, .log: break
      }
    }
  }

  private static func hash<D: CodableDecider>(
    of command: D.Command, _: D.Type, storeID: String?
  ) -> String {
    let bytes = EarlierCommand<D>.written(.allButPersonal, of: command)
    return KeyedHash(key: Array((storeID ?? "").utf8)).code(of: bytes)
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The longest that an actor or an id can be without being refused, in Unicode scalars.
  private static let longestText = 200

  /// Writes it as one object. Of an actor or an id that is too long to be accepted, only the beginning.
  public func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("at", at.description)
      $0.member("actor", Self.beginning(of: actor))
      $0.member("stream", stream?.description)
      $0.member("id", commandID.map(Self.beginning))
      $0.member("expect", expect)
      $0.member("type", type)
      $0.member("outcome", outcome.rawValue)
      $0.member("code", code)
      $0.member("seq", seq)
      $0.member("rev", rev)
      $0.member("payload", payload)
    }
  }

  private static func beginning(of text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
  }
}

/// A command as it is reported to the trace.
@usableFromInline struct MadeCommand<D: CodableDecider> {
  /// Its type; that of the request if it isn't made.
  let type: String
  /// nil if it isn't made.
  private(set) var command: D.Command?
  private(set) var expect: Int?
  private(set) var isRecorded = true

  /// A command that wasn't made.
  @usableFromInline init(_ type: String) { self.type = type }

  @usableFromInline init(_ submission: Submission<D.Command>) {
    self.init("\(D.type(of: submission.command))")
    command = submission.command
  }

  @usableFromInline init(_ command: D.Command, _ basis: borrowing CommandBasis<D>) {
    self.init("\(D.type(of: command))")
    (self.command, expect, isRecorded) = (command, basis.expect, basis.isRecorded)
  }
}

extension CommandAttempt.Ending {
  init<D>(_ outcome: Outcome<D>) {
    if outcome.isRepeated {
      self = .repeated
      return
    }
    self =
      switch outcome.result {
      case .accepted: .accepted
      case .refused: .refused
      case .unchanged: .unchanged
      }
  }
}

extension Circumstances {
  /// The stream, if that is known before the command is executed.
  fileprivate func stream(in category: String) -> StreamName? {
    switch target {
    case .id(let id): StreamName(category: category, id: id)
    case .new: nil
    case .single: StreamName(category: category, id: nil)
    }
  }
}

extension Engine {
  /// Tells the trace how a command went; the trace can't change that.
  @usableFromInline func report<D: CodableDecider>(
    _ result: Result<Outcome<D>, EngineError>, of made: MadeCommand<D>,
    _ circumstances: Circumstances
  ) {
    // A command that wasn't to be recorded is the caller's to report, who knows what was wrong with it.
    if case .success(let outcome) = result, !made.isRecorded, !outcome.isRepeated { return }
    trace?(
      CommandAttempt(
        result, of: made, named(circumstances), at: clock(), storeID: store.storeID))
  }

  /// Tells the trace of a request that ended before there was a command for the engine.
  package func report(
    _ outcome: CommandAttempt.Ending, _ type: String, _ circumstances: Circumstances,
    in category: String, code: String
  ) {
    trace?(
      CommandAttempt(
        outcome, type, on: circumstances.stream(in: category), by: named(circumstances).actor,
        id: circumstances.id, expect: circumstances.expect, code: code, at: clock()))
  }

  /// The circumstances with the login as the actor, if they name none.
  private func named(_ circumstances: Circumstances) -> Circumstances {
    guard let login, circumstances.actor.isEmpty else { return circumstances }
    var named = circumstances
    named.actor = login.name
    return named
  }
}
