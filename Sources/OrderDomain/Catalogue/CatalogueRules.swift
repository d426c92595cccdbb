// The rules of the catalogue, as a table: what is refused, in which order, and by which state.

struct CatalogueRule: Sendable {
  let code: String
  /// The rule in one sentence.
  let explanation: String
  /// The field of a method that it depends on, if any.
  let fact: String?
  /// The refusal of a command; nil if the rule holds.
  let check: @Sendable (CatalogueCommand, ShippingMethods, EntryContext) -> CatalogueRefusal?
}

/// The catalogue's rules in one version of the rules.
struct CatalogueRules: Sendable {
  let adding: [CatalogueRule]
  let retiring: [CatalogueRule]

  /// The rules of all versions, the oldest first.
  static let versions = RulesVersion.all.map { CatalogueRules(in: $0) }

  private init(in version: RulesVersion) {
    let limits = Limits(in: version)
    let validity = CatalogueRule(
      code: "invalid", explanation: "Every field must be valid.", fact: nil
    ) { command, _, context in
      let wrong = command.invalidFields(in: context, by: limits)
      return wrong.isEmpty ? nil : .invalid(wrong)
    }
    adding = [validity, .isNew]
    retiring = [validity, .isOffered]
  }

  subscript(command: CatalogueCommand) -> [CatalogueRule] {
    switch command {
    case .addShippingMethod: adding
    case .retireShippingMethod: retiring
    }
  }
}

extension CatalogueRule {
  fileprivate static let isNew = CatalogueRule(
    code: "method-exists", explanation: "No method has this code, not even a retired one.",
    fact: "code"
  ) { command, state, _ in state[command.code] == nil ? nil : .methodExists }

  fileprivate static let isOffered = CatalogueRule(
    code: "method-not-found", explanation: "The method exists and isn't retired.",
    fact: "retired"
  ) { command, state, _ in
    state[command.code].map { !$0.isRetired } ?? false ? nil : .methodNotFound
  }
}

extension CatalogueCommand {
  fileprivate var code: Text {
    switch self {
    case .addShippingMethod(let code, _), .retireShippingMethod(let code): code
    }
  }

  fileprivate func invalidFields(in context: EntryContext, by limits: Limits) -> [InvalidField] {
    var found = InvalidFields(limits)
    found.checkEnvelope(context)
    found.check("code", code)
    if case .addShippingMethod(_, let name) = self { found.check("name", name) }
    return found.fields
  }
}

extension Catalogue {
  /// The rules in the order in which they are evaluated for a command, with the verdict of each.
  public static func checks(
    of command: CatalogueCommand, on state: ShippingMethods, in context: EntryContext,
    by version: Int
  ) -> [RuleCheck]? {
    let rules = CatalogueRules.versions[version][command]
    let place = state.all.firstIndex { $0.code == command.code }
    return RuleCheck.inOrder(rules, refusal: { $0.check(command, state, context) }) {
      rule, verdict, refusal in
      let fact = rule.fact.flatMap { fact in place.map { "methods[\($0)].\(fact)" } }
      let requested = refusal.map { $0.fields.isEmpty ? ["code"] : $0.fields.map(\.field) }
      return RuleCheck(
        code: rule.code, sentence: rule.explanation, verdict: verdict,
        facts: fact.map { [$0] } ?? [], requested: requested ?? [])
    }
  }
}
