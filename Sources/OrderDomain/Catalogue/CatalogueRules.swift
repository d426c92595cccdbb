// The rules of the catalogue, as a table: what is refused, in which order, and by which state.

import EventSourcing
import JSONLines

struct CatalogueRule: Sendable {
  let code: String
  /// The rule in one sentence.
  let explanation: String
  /// The field of a method that it depends on, if any.
  let fact: String?
  /// Why it refuses a command; nil if it doesn't.
  let check: @Sendable (CatalogueCommand, ShippingMethods, EntryContext) -> CatalogueRefusal?
}

extension Catalogue {
  static let rulesOfAdding: [CatalogueRule] = [
    validity,
    CatalogueRule(
      code: "method-exists", explanation: "No method has this code, not even a retired one.",
      fact: "code"
    ) { command, state, _ in state[command.code] == nil ? nil : .methodExists },
  ]

  static let rulesOfRetiring: [CatalogueRule] = [
    validity,
    CatalogueRule(
      code: "method-not-found", explanation: "The method exists and isn't retired.",
      fact: "retired"
    ) { command, state, _ in
      state[command.code].map { !$0.isRetired } ?? false ? nil : .methodNotFound
    },
  ]

  private static let validity = CatalogueRule(
    code: "invalid", explanation: "Every field must be valid.", fact: nil
  ) { command, _, context in
    let wrong = invalidFields(of: command, in: context)
    return wrong.isEmpty ? nil : .invalid(wrong)
  }

  static func rules(of command: CatalogueCommand) -> [CatalogueRule] {
    switch command {
    case .addShippingMethod: rulesOfAdding
    case .retireShippingMethod: rulesOfRetiring
    }
  }

  private static func invalidFields(of command: CatalogueCommand, in context: EntryContext)
    -> [InvalidField]
  {
    var found = InvalidFields()
    found.checkEnvelope(context)
    found.check("code", command.code)
    if case .addShippingMethod(_, let name) = command { found.check("name", name) }
    return found.fields
  }
}

extension CatalogueCommand {
  fileprivate var code: Text {
    switch self {
    case .addShippingMethod(let code, _), .retireShippingMethod(let code): code
    }
  }
}

extension Catalogue: ExplainableDecider {
  /// The rules in the order in which they are evaluated for a command, with the verdict of each.
  public static func checks(
    of command: CatalogueCommand, on state: ShippingMethods, in context: EntryContext
  ) -> [RuleCheck] {
    let place = state.all.firstIndex { $0.code == command.code }
    return RuleCheck.inOrder(rules(of: command), refusal: { $0.check(command, state, context) }) {
      rule, verdict, refusal in
      let fact = rule.fact.flatMap { fact in place.map { "methods[\($0)].\(fact)" } }
      let requested = refusal.map { $0.fields.isEmpty ? ["code"] : $0.fields.map(\.field) }
      return RuleCheck(
        code: rule.code, sentence: rule.explanation, verdict: verdict,
        facts: fact.map { [$0] } ?? [], requested: requested ?? [])
    }
  }
}
