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
  init(_ change: Change, done: String, unchanged: String = "Nothing changes.") {
    id = change.id
    if case .unchanged = change.result {
      headline = unchanged
      record = "Nothing was recorded; revision \(change.rev)."
    } else {
      headline = done
      record = Self.record(of: change)
    }
  }

  private static func record(of change: Change) -> String {
    if change.isDryRun { return "Only tried: nothing was recorded." }
    let again = change.isRepeated ? "Done before under the same id: " : ""
    return "\(again)entry \(change.seq), revision \(change.rev)."
  }
}
