// The view model of changing scenes: the change. Their words differ, their form doesn't.

package struct OutcomeViewModel: Equatable, Sendable {
  /// The stream's id: the only output with --quiet.
  package let id: String
  package let headline: String
  /// A sentence that says where it is recorded, or why it isn't.
  package let record: String

  package init(id: String, headline: String, record: String) {
    (self.id, self.headline, self.record) = (id, headline, record)
  }
}

extension OutcomeViewModel {
  package init<D>(_ outcome: CommandOutcome<D>, done: String) {
    id = outcome.id
    if case .unchanged = outcome.result {
      headline = "Nothing changes."
      record =
        "Nothing was recorded\(outcome.hasCommandID ? ", so its id isn't either" : ""); "
        + "revision \(outcome.rev)."
    } else if outcome.isRepeated {
      headline = done
      record =
        "Executed before with the same id: entry \(outcome.seq), revision \(outcome.rev)."
        + outcome.erasureNote
    } else if outcome.isDryRun {
      headline = "Dry run: \(done)"
      record = "Nothing was recorded."
    } else {
      headline = done
      record = "Entry \(outcome.seq), revision \(outcome.rev)."
    }
  }
}
