// Facts about orders beyond deciding commands: their fields, and the rules one by one.

extension OrderDecider {
  /// Writes an order as a JSON object, without what is derived; nothing if it was never created.
  public static func writeState(_ state: Order?, id: String, to writer: inout JSONWriter) -> Bool {
    state?.writeFacts(to: &writer, id: id)
    return state != nil
  }

  /// Personal fields that are gone, or that an entry whose data was erased may have changed.
  public static func lostFields(of state: Order?) -> [String] {
    guard let state, !state.row.marks.isEmpty else { return [] }
    return OrderField.personal.filter(state.mayHaveLost).map(\.path)
  }

  /// Contact, addresses and card.
  public static var personalFields: [String] { OrderField.personal.map(\.path) }

  /// The fields of an order.
  public static var schema: FieldSchema<Order?> { OrderSchema.all }

  /// The rules in the order in which they are evaluated for a command, with the verdict of each.
  public static func checks(
    of command: OrderCommand, on state: Order?, in context: EntryContext, by version: Int
  ) -> [RuleCheck]? {
    let rules = allRules[version]
    let evaluation = command.evaluated(on: state, in: context, by: rules.checks)
    return RuleCheck.inOrder(rules[command.kind], refusal: { $0.check(evaluation) }) {
      rule, verdict, refusal in
      RuleCheck(rule, verdict, requested: rule.fields(of: refusal, evaluation))
    }
  }
}

extension RuleCheck {
  init(_ rule: Rule, _ verdict: Verdict, requested: [String]) {
    self.init(
      code: rule.code, sentence: rule.explanation, verdict: verdict, facts: rule.facts,
      requested: requested)
  }
}

extension Rule {
  /// The fields of a command that decided, if the rule refuses it.
  func fields(of refusal: OrderRefusal?, _ evaluation: borrowing Evaluation) -> [String] {
    guard let refusal else { return [] }
    guard !refusal.fields.isEmpty else { return requested(evaluation) }
    let money = evaluation.named.intersection(.money).names
    var names: [String] = []
    for field in refusal.fields.map(\.field) {
      // The total isn't requested: it follows from other fields.
      let requested = field == "total" ? money : [field]
      names += requested.filter { !names.contains($0) }
    }
    return names
  }
}

extension OrderField {
  /// The fields of orders' events that aren't personal, as their shapes have them.
  package static var namesInEvents: [String] {
    var names: [String] = []
    for name in OrderEvent.Kind.allCases.flatMap(\.members).map({ "\($0.key)" }) {
      let inside = name == items.name ? ItemValues.shape.keys.map { "\(name)[0].\($0)" } : []
      names += ([name] + inside).filter { !names.contains($0) }
    }
    return names
  }
}
