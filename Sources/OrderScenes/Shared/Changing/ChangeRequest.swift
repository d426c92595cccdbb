// What every request to change something carries besides its own fields.

import HistoryScenes
import EventSourcing

/// What is to be changed, who asks, and how: as it was typed.
package struct ChangeRequest: Sendable {
  /// The order's id; empty for the catalogue, of which there is one.
  package var id: String
  /// Who asks.
  package var actor: String
  /// The caller's id of the command: asked again with the same id, it is done once.
  package var commandID: String?
  /// The revision that the caller has seen; anything else is a conflict.
  package var expect: Int?
  /// Why it is asked; an empty reason is none.
  package var reason: String?
  /// Whether to say only what would come of it.
  package var isDryRun = false

  /// A change of an order, or of the catalogue.
  package init(id: String = "", actor: String) {
    self.id = id
    self.actor = actor
  }
}

extension ChangeRequest {
  /// The command as the engine takes it.
  func submission<Command: Sendable>(
    _ command: Command, on target: Submission<Command>.Target
  ) -> Submission<Command> {
    Submission(
      command, on: target, by: actor, id: commandID, expect: expect, reason: typed(reason))
  }
}

/// A text that may be left out, as it was typed: an empty one is none.
func typed(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
