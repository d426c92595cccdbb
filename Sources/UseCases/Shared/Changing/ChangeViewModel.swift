// What changing scenes show when a command was accepted. Their words differ, their form doesn't.

import EventSourcing
import Orders

/// What came of a command, as text.
public struct ChangeViewModel: Equatable, Sendable {
  /// The order's id: all that is shown to those who want no more.
  public let id: String
  /// What happened, in a sentence.
  public let headline: String
  /// Where it is recorded, or why it isn't, in a sentence.
  public let record: String
}

extension ChangeViewModel {
  /// What came of a command that wasn't refused.
  ///
  /// - Parameters:
  ///   - done: What happened, if something did.
  ///   - unchanged: What is said if there was nothing to do.
  init<D>(_ change: DomainChange<D>, done: String, unchanged: String = "Nothing changes.") {
    id = change.id
    if case .unchanged = change.result {
      headline = unchanged
      record = "Nothing was recorded; revision \(change.rev)."
    } else if change.isRepeated {
      headline = done
      record = "Done before under the same id: entry \(change.seq), revision \(change.rev)."
    } else if change.isDryRun {
      headline = "Dry run: \(done)"
      record = "Nothing was recorded."
    } else {
      headline = done
      record = "Entry \(change.seq), revision \(change.rev)."
    }
  }
}

/// Shows what came of commands to people. The displays of changing scenes refine it.
public protocol ChangeDisplayLogic: RefusalDisplayLogic {
  /// Shows what came of a command that wasn't refused.
  func display(_ viewModel: ChangeViewModel)
}

extension ChangeDisplayLogic {
  /// Shows what came of a command for an order.
  ///
  /// - Parameters:
  ///   - formatting: How amounts are written.
  ///   - done: What happened, if something did.
  func display(
    _ change: Change, _ formatting: Formatting = .standard, done: @autoclosure () -> String
  ) {
    if let refusal = RefusalViewModel(change, formatting) { return display(refusal: refusal) }
    display(ChangeViewModel(change, done: done()))
  }
}
