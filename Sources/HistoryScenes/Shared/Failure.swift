// The failure of a use case, in the form in which it goes to a person or a program.

package struct Failure: Error, Equatable, Sendable {
  /// The kind of failure; a tool's exit code follows from it.
  package enum Kind: Sendable, CaseIterable {
    case negative
    /// The rules refused a command.
    case refused
    case usage
    case badData
    case notFound
    case cannotCreate
    case inputOutput
    /// It may work later, or on fresh data.
    case tryAgain
    /// A server can't be reached.
    case unavailable
    /// It may have been done, or not.
    case inDoubt
    case notPermitted
    /// A setting is wrong, not the command.
    case configuration
    case interrupted
    /// An unexpected error.
    case bug
  }

  package let kind: Kind
  /// The failure in kebab case; stable.
  package let code: String
  package let message: String
  package let hint: String?
  package let place: Place?
  /// The expected and the actual revision of a conflict.
  package let revisions: Revisions?

  package struct Revisions: Equatable, Sendable {
    package let expected: Int
    package let actual: Int

    package init(expected: Int, actual: Int) {
      self.expected = expected
      self.actual = actual
    }
  }
  /// The part of what was typed that is to blame.
  package let excerpt: Excerpt?

  package struct Excerpt: Equatable, Sendable {
    package let text: String
    /// The text before the part.
    package let prefix: String
    package let part: String
    /// The part's first character, counted from 1.
    package let column: Int
  }
  /// The fields that are to blame, in the order of the form.
  package let fields: [Field]

  package struct Field: Equatable, Sendable {
    /// The field's path: `items[0].sku`.
    package let field: String
    /// The code of what is wrong: `blank`.
    package let code: String
    package let message: String
  }

  package init(
    _ kind: Kind, code: String, _ message: String, hint: String? = nil, at place: Place? = nil,
    revisions: Revisions? = nil, excerpt: Excerpt? = nil, fields: [Field] = []
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.hint = hint
    self.place = place
    self.revisions = revisions
    self.excerpt = excerpt
    self.fields = fields
  }
}

extension Failure {
  package init(_ error: LogError) {
    let kind: Kind =
      switch error.code {
      case .corrupt, .newerVersion, .malformed, .historyLost, .notACopy: .badData
      case .locked, .clockBehind: .tryAgain
      case .noSuchStore, .notAStore, .archived: .notFound
      case .cannotCreate: .cannotCreate
      case .inputOutput, .diskFull, .writerFailed, .closed: .inputOutput
      case .entryTooLarge, .archivedCommandID, .readOnly, .otherHistory: .negative
      case .beyondEnd: .usage
      case .unreachable: .unavailable
      case .notPermitted: .notPermitted
      case .inDoubt: .inDoubt
      case .rejectedByServer: .bug
      }
    self.init(kind, code: error.code.rawValue, error.message, hint: error.advice, at: error.place)
  }

  package init(_ error: PositionSyntaxError) {
    self.init(
      .usage, code: "bad-position", error.message,
      hint: "`\(ToolName.current) help positions` describes positions.")
  }

}

extension Failure {
  package static func of<R>(
    _ words: DomainWords, _ body: @autoclosure () throws(EngineError) -> R
  ) throws(Failure) -> R {
    try of(EngineError.self, body()) { Failure($0, about: words) }
  }

  /// - Parameter words: The words for the stream that a command was for.
  package init(_ error: EngineError, about words: DomainWords) {
    let idHint = "Check the \(words.noun)'s id."
    switch error {
    case .log(let error): self.init(error)
    case .revisionConflict(let expected, let actual):
      self.init(
        .tryAgain, code: error.code, error.message,
        hint: actual == 0
          ? "There is no such \(words.noun): check its id."
          : "Look at the changes, then try again with revision \(actual).",
        revisions: Revisions(expected: expected, actual: actual))
    case .commandIDReused:
      self.init(
        .negative, code: error.code, error.message,
        hint: "Use another id; an id stands for one command.")
    case .malformedID:
      self.init(.usage, code: error.code, error.message, hint: idHint)
    case .reservedID(let id):
      self.init(
        .usage, code: error.code,
        "'\(id)' stands for a time, and can't be the id of a new \(words.noun).",
        hint: idHint)
    }
  }
}

extension Failure {
  package static func of<R>(_ found: @autoclosure () throws(LogError) -> R) throws(Failure) -> R {
    try of(LogError.self, found(), Failure.init)
  }

  package static func of<R>(_ body: () throws(LogError) -> R) throws(Failure) -> R {
    try of(LogError.self, body(), Failure.init)
  }

  /// The value of an expression, whose error becomes a failure.
  package static func of<R, E>(
    _: E.Type, _ value: @autoclosure () throws(E) -> R, _ failure: (E) -> Failure
  ) throws(Failure) -> R {
    do throws(E) {
      return try value()
    } catch {
      throw failure(error)
    }
  }

  /// A file that was read again has something else.
  static let notReadBack = Failure(
    .inputOutput, code: "not-read-back",
    "What was written was read back, and isn't what it should be. It was removed.",
    hint: "Try again, in another folder. If that doesn't help, please report it.")
}

extension Failure {
  static let findOtherArchive =
    "Look for another copy of the archived entries, and pass its folder with --from."
  package static let passExportedTiles = "Pass the folder that was exported with the checkpoint."

  /// Two arguments of which only one can be given.
  package static func omitOne(_ message: String, code: String = "exclusive-flags") -> Failure {
    Failure(.usage, code: code, message, hint: "Omit one of them.")
  }

  static func afterCheckpoint(_ message: String) -> Failure {
    Failure(.usage, code: "entry-after-checkpoint", message, hint: "Pass a later checkpoint.")
  }
}

extension LogError {
  /// A sentence that says what to do next, with this tool's commands.
  var advice: String? {
    switch remedy {
    case nil: nil
    case .words(let words): words
    case .restoreOrRecover:
      "Nothing was changed. Restore the file from a copy, or run `\(ToolName.current) recover`, which moves this line "
        + "and all after it to quarantine."
    case .recoverUndecided(let kept, let bytes):
      "Nothing was changed. If the log was damaged, restore the file from a copy."
        + " `\(ToolName.current) recover` keeps \(Self.Remedy.entries(through: kept)) and moves \(bytes) bytes to "
        + "quarantine."
    case .makeOrChooseStore:
      "Create one with `\(ToolName.current) init`, or pass another one with --store."
    case .restoreOrWriteDescription:
      "Restore the file from a copy, or run `\(ToolName.current) recover`, which writes it again if a segment still "
        + "says which store it is of."
    case .restoreOrChooseStore:
      "Restore the file from a copy, or pass another store with --store."
    case .waitForWriter: "Try again when it has finished, or wait longer with --lock-timeout."
    case .findWriter(let lock):
      "`fuser \(shellLine([lock]))` shows which one. Try again when it has finished, or wait longer with "
        + "--lock-timeout."
    case .correctOrAcceptClock:
      "Correct the clock. If it is right now, and was wrong before, pass --accept-clock: until it has "
        + "passed the last entry's time, new entries have that time."
    case .restoreArchive(let folders):
      "They are in \(folders.joined(separator: " and ")), which --store reads."
        + " `\(ToolName.current) restore` brings them back."
    case .restoreToCompare(let folders):
      "Nothing was changed. Either the log or base.jsonl was. `\(ToolName.current) restore"
        + folders.map { " --from " + shellLine([$0]) }.joined()
        + "` brings the archived entries back, and says whether it was base.jsonl."
    case .findArchive:
      "Nothing was changed. If the folder was moved, pass where it is now with --from. With --force, what is there is "
        + "restored, whatever base.jsonl says."
    case .restoreBase:
      "Restore the file from a copy, or the archived entries from their folder, with "
        + "`\(ToolName.current) restore --from ARCHIVE`."
    case .findOtherArchive: Failure.findOtherArchive
    case .compareCopies: remedy?.text
    case .getRole(let role, let login):
      "Nothing was recorded. "
        + (role == .proxy ? "Omit --actor and the setting actor, or have" : "Have")
        + " an administrator run `\(ToolName.current) grant \(shellLine([login])) \(role)`."
    case .listEntries(let stream): "`\(ToolName.current) log \(stream.id ?? "")` lists its entries."
    }
  }
}
