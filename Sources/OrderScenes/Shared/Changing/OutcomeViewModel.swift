// What changing scenes show: what was done, or why it was refused. Their words differ, their form doesn't.

import HistoryScenes
import Conventions
import EventSourcing

package enum OutcomeViewModel: Equatable, Sendable {
  case done(OutcomeReport)
  case refused(RefusalViewModel)
}

package struct OutcomeReport: Equatable, Sendable {
  /// The order's id: the only output with --quiet.
  package let id: String
  package let headline: String
  /// Where it is recorded, or why it isn't, in a sentence.
  package let record: String
}

extension OutcomeReport {
  init<D>(_ outcome: CommandOutcome<D>, done: String) {
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

extension OrderOutcome {
  /// - Parameter done: What happened, if something did.
  func viewModel(_ formatting: Formatting, done: @autoclosure () -> String)
    -> OutcomeViewModel
  {
    RefusalViewModel(self, formatting).map { .refused($0) }
      ?? .done(OutcomeReport(self, done: done()))
  }

  /// What can be refunded for a cancelled or returned order, after a semicolon; nothing if nothing can.
  func refundHint(_ formatting: Formatting) -> String {
    guard let order, order.refundable != 0 else { return "" }
    return "; \(formatting.money(of: order, order.refundable)) can be refunded"
  }
}
