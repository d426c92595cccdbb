// The outcome of a command, for presenters: the response that all changing scenes share.

package struct CommandOutcome<D: CodableDecider>: Sendable {
  /// The engine's outcome. A refusal may also be one of a request that couldn't be made into a command.
  package let outcome: Outcome<D>
  /// Whether it was only tried: nothing was recorded.
  package let isDryRun: Bool
  /// Whether the command has an id, which is remembered with what is recorded.
  let hasCommandID: Bool
  /// The stream's entries whose personal data was erased: written with its state.
  package var lost: Erasures
  /// The name of the part of a stream that the command is for; empty if it is for all of it.
  package var part = ""
  /// The currency of the command's amounts; empty if it isn't known.
  package var currency = ""
  /// Whether the command changes fields of a stream that exists.
  package var isEdit = false
  /// The typed texts of amounts that couldn't be read, by field.
  package var unreadAmounts: [String: String] = [:]
  /// Whether the request could be made into a command; otherwise it is never recorded.
  package private(set) var isCommand = true

  package init(
    outcome: Outcome<D>, isDryRun: Bool, hasCommandID: Bool = false, lost: Erasures = Erasures()
  ) {
    (self.outcome, self.isDryRun, self.hasCommandID) = (outcome, isDryRun, hasCommandID)
    self.lost = lost
  }

  /// The stream's id; empty for a category of one stream.
  package var id: String { outcome.stream.id ?? "" }
  package var result: Outcome<D>.Result { outcome.result }
  package var seq: Int { outcome.seq }
  package var rev: Int { outcome.rev }
  package var at: Timestamp { outcome.at }
  package var isRepeated: Bool { outcome.isRepeated }
  package var isErased: Bool { outcome.isErased }
  package var state: D.State { outcome.state }

  /// The addition to a report on a repeated command that couldn't be compared as a whole.
  var erasureNote: String {
    isErased ? " That command's personal data was erased, so it couldn't be compared." : ""
  }

  /// Whether the command counts as done: it was accepted, or there was nothing to do.
  package var isDone: Bool { if case .refused = result { false } else { true } }

  /// The events; none if it was refused or changes nothing.
  package var events: [D.Event] { if case .accepted(let events) = result { events } else { [] } }
}

extension CommandOutcome {
  /// This outcome with a refusal before the rules evaluated the request.
  package func refused(_ refusal: Outcome<D>) -> Self {
    var refused = Self(outcome: refusal, isDryRun: isDryRun)
    (refused.currency, refused.isEdit) = (currency, isEdit)
    (refused.unreadAmounts, refused.isCommand) = (unreadAmounts, false)
    return refused
  }

  /// Writes an accepted or idle command, with further members of the domain's own:
  /// `{"outcome"[,"id"],"seq","rev","at"[,"repeated"][,"erased"][,"dryRun"],"events"…}`.
  package func writeJSON(to writer: inout JSONWriter, state: (inout JSONWriter) -> Void) {
    writer.object { writer in
      var name = "unchanged"
      if case .accepted = result { name = "accepted" }
      writer.member("outcome", name)
      writer.member("id", id.isEmpty ? nil : id)
      writer.member("seq", seq)
      writer.member("rev", rev)
      writer.member("at", at.description)
      writer.member("repeated", isRepeated ? true : nil)
      writer.member("erased", isErased ? true : nil)
      writer.member("dryRun", isDryRun ? true : nil)
      writer.member("events", events.map { D.type(of: $0) })
      state(&writer)
    }
  }
}

extension Failure {
  /// - Parameter wording: A phrase that says what is wrong with a field.
  package init<D>(
    _ refusal: D.Refusal, of outcome: CommandOutcome<D>, _ sentence: String, hint: String,
    wording: (InvalidField) -> String
  ) {
    let fields = refusal.fields.map {
      Field(field: $0.field, code: $0.code, message: wording($0))
    }
    self.init(
      .refused, code: refusal.code, "\(sentence) \(Self.record(of: outcome))", hint: hint,
      fields: fields)
  }

  private static func record<D>(of outcome: CommandOutcome<D>) -> String {
    if outcome.isRepeated {
      return "It was refused before with the same id, in entry \(outcome.seq)."
        + outcome.erasureNote
    }
    return outcome.seq > 0 ? "The refusal is entry \(outcome.seq)." : "Nothing was recorded."
  }

  package static func words(for fields: [InvalidField]) -> (sentence: String, hint: String) {
    let count = fields.count == 1 ? "1 field is" : "\(fields.count) fields are"
    return ("\(count) wrong.", "Correct this and try again.")
  }
}
