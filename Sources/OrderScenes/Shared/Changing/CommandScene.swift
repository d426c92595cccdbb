// What the scenes share that put one command to one order.

import Conventions
import EventSourcing
import HistoryScenes
import OrderDomain

package struct ChangeRequest: Sendable {
  /// The order's id; empty for the catalogue, of which there is one.
  package var id: String
  package var actor: String
  /// The caller's id of the command: with the same id again, it is executed only once.
  package var commandID: String?
  /// The revision that the caller has seen; anything else is a conflict.
  package var expect: Int?
  /// Why it is requested; an empty reason is none.
  package var reason: String?
  /// Whether only to report the outcome.
  package var isDryRun = false
  /// By whose conventions amounts were typed.
  package var locale = LocaleRules.iso

  package init(id: String = "", actor: String) {
    self.id = id
    self.actor = actor
  }
}

extension ChangeRequest {
  func circumstances(on target: Circumstances.Target) -> Circumstances {
    Circumstances(on: target, by: actor, id: commandID, expect: expect, reason: typed(reason))
  }

  /// An amount as it was typed for an order, in its currency.
  ///
  /// - Returns: The amount for the command, absent if it can't be read, and its error.
  func amount(_ text: String, of order: Order?) -> (Amount, problems: [InvalidField]) {
    let currency = order?.fields[.currency] ?? ""
    guard let value = Money.parse(text, currency: currency, by: locale) else {
      let code = text.trimmed.isEmpty ? FieldCode.blank : .malformed
      return (.absent, [InvalidField(field: "amount", code: code.rawValue)])
    }
    return (Amount(value), [])
  }
}

/// An optional text as it was typed: an empty one is none.
func typed(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

/// A scene that submits a command for an order; what it says beside the request is the scene's own.
package protocol CommandScene: RespondingScene
where Context == OrderEngine, Response == OrderOutcome, ViewModel == OutcomeViewModel {
  static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String
  /// What people should know before it is done; nil if there is nothing to say.
  static func announcement(
    of request: Request, with engine: OrderEngine, _ formatting: Formatting
  ) throws(Failure) -> String?
}

extension CommandScene {
  package static func announcement(
    of request: Request, with engine: OrderEngine, _ formatting: Formatting
  ) throws(Failure) -> String? { nil }

  package static func viewModel(of outcome: OrderOutcome, _ formatting: Formatting) -> ViewModel {
    outcome.viewModel(formatting, done: headline(of: outcome, formatting))
  }
}

/// A scene whose command has no fields.
package protocol PlainCommandScene: CommandScene where Request == ChangeRequest {
  static var command: OrderCommand { get }
}

extension PlainCommandScene {
  package static func respond(to request: ChangeRequest, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    try engine.submit(command, request)
  }
}
