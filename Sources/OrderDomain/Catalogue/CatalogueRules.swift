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
      code: "method-exists", explanation: "No method has this code, a retired one neither.",
      fact: "code"
    ) { command, state, _ in state[command.code] == nil ? nil : .methodExists },
  ]

  static let rulesOfRetiring: [CatalogueRule] = [
    validity,
    CatalogueRule(
      code: "method-not-found", explanation: "There is such a method, and it isn't retired.",
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
    var isBroken = false
    return rules(of: command).map { rule in
      var verdict = RuleCheck.Verdict.notEvaluated
      var requested: [String] = []
      if !isBroken {
        let refusal = rule.check(command, state, context)
        isBroken = refusal != nil
        verdict = isBroken ? .broken : .held
        if let refusal {
          requested = refusal.fields.isEmpty ? ["code"] : refusal.fields.map(\.field)
        }
      }
      let fact = rule.fact.flatMap { fact in place.map { "methods[\($0)].\(fact)" } }
      return RuleCheck(
        code: rule.code, sentence: rule.explanation, verdict: verdict,
        facts: fact.map { [$0] } ?? [], requested: requested)
    }
  }
}
