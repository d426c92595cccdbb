// Deciding where personal data was erased. What can't be judged any more is taken from the record: the limits of
// personal members, the rules that read them or a field that is made of them, and the events that are. Everything else
// is decided.

extension DescribedDecider {
  /// The fields of the schema that have the name of a personal member: `owner`, `reader.owner`, or `guests.owner` of
  /// each element of a list.
  public static var personalFields: [String] {
    let fields =
      schema.fields.map(\.name)
      + schema.lists.flatMap { list in
        [list.name] + list.fields.map { "\(list.name).\($0.name)" }
      }
    return fields.filter { field in
      description.personal.contains { $0.name == field || field.hasSuffix("." + $0.name) }
    }
  }

  /// Decides the command where personal data was erased, its own or that of its stream.
  public static func decide(
    _ command: Command, on state: State, in context: EntryContext, by version: Int, isErased: Bool,
    recorded: Result<[Event], Refusal>
  ) -> DecisionAfterErasure<Event, Refusal> {
    let record = ErasedRecord<Self>(of: command, isErased: isErased, recorded)
    var taken: TakenPart?
    for rule in rules(for: command, by: version) {
      let verdict = record.verdict(of: rule, on: state, in: context, by: version)
      if let part = verdict.taken {
        guard record.tells(rule) else { return .unknown }
        taken = taken?.and(part) ?? part
      }
      if let refusal = verdict.refusal { return DecisionAfterErasure(.failure(refusal), taken) }
    }
    let (events, isRead) = record.watching {
      Self.events(of: $0, on: state, in: context, by: version)
    }
    // Other events than those of its row may be made of anything in the state.
    if isRead || (events != command.events && events != (try? recorded.get())) {
      guard case .success = recorded else { return .unknown }
      return .taken(recorded)
    }
    return DecisionAfterErasure(.success(events), taken)
  }

  /// Whether these fields are the same, or all that are written.
  public static func decidesAlike(on one: State, _ other: State, reading names: [String]?) -> Bool {
    func read(_ state: State) -> [FieldTree.Leaf] {
      let leaves = fields(of: state, id: "").leaves
      guard let names else { return leaves }
      return leaves.filter { names.contains(String($0.path.prefix { $0 != "[" })) }
    }
    return read(one) == read(other)
  }

  /// The limits of the command's members, then its rules: one that can't be judged is broken if the record says so, and
  /// else `erased`.
  public static func checks(
    of command: Command, on state: State, in context: EntryContext, by version: Int, isErased: Bool,
    recorded: Result<[Event], Refusal>
  ) -> [RuleCheck]? {
    let record = ErasedRecord<Self>(of: command, isErased: isErased, recorded)
    func verdict(_ rule: Rule?) -> (refusal: Refusal?, taken: TakenPart?) {
      record.verdict(of: rule, on: state, in: context, by: version)
    }
    return RuleCheck.inOrder(rules(for: command, by: version)) {
      verdict($0).refusal
    } check: {
      RuleCheck(
        $0, $1 == .held && verdict($0).taken != nil ? .erased : $1,
        requested: ($2?.fields ?? []).map(\.field).filter {
          !isErased || !description.isPersonal($0)
        })
    }
  }
}

/// A part of the decision that is taken from the record: the fields of the state that decide it; nil if any may.
private struct TakenPart {
  let fields: [String]?

  func and(_ other: TakenPart) -> TakenPart {
    guard let fields, let others = other.fields else { return TakenPart(fields: nil) }
    return TakenPart(fields: fields + others)
  }
}

extension DecisionAfterErasure {
  fileprivate init(_ result: Result<[Event], Refusal>, _ taken: TakenPart?) {
    self = taken.map { .taken(result, reading: $0.fields) } ?? .decided(result)
  }
}

/// The record of a command that can't be judged completely any more.
private struct ErasedRecord<Domain: DescribedDecider> {
  private let command: Domain.Command
  /// Whether the command's own personal data was erased.
  private let isErased: Bool
  private let refusal: Domain.Refusal?
  /// The codes of the rules that the record tells of, if the command was refused by one: that one, and those before it.
  private let told: Set<String>

  init(
    of command: Domain.Command, isErased: Bool,
    _ recorded: Result<[Domain.Event], Domain.Refusal>
  ) {
    (self.command, self.isErased) = (command, isErased)
    if case .failure(let refusal) = recorded { self.refusal = refusal } else { refusal = nil }
    let codes = Domain.description.row(of: command.type).rules.map(\.code)
    let last = codes.lastIndex { [refusal] in $0 == refusal?.code }
    told = Set(codes.prefix(last.map { $0 + 1 } ?? 0))
  }

  /// Limits come first, so every record tells of them.
  func tells(_ rule: Domain.Rule?) -> Bool {
    guard let rule, refusal != nil else { return true }
    return told.contains(rule.code)
  }

  /// The verdict of a rule on the command, or of its limits if nil, and the part that is taken from the record.
  func verdict(
    of rule: Domain.Rule?, on state: Domain.State, in context: EntryContext, by version: Int
  ) -> (refusal: Domain.Refusal?, taken: TakenPart?) {
    guard let rule else {
      let left = Domain.invalidFields(of: command, by: version)
      guard isErased, command.members.list.hasPersonalLimits else {
        return (Domain.Refusal(left), nil)
      }
      let lost = (refusal?.fields ?? []).filter { Domain.description.isPersonal($0.field) }
      return (Domain.Refusal(left + lost), TakenPart(fields: []))
    }
    let (holds, isRead) = watching { rule.holds($0, state, context) }
    let fields = rule.fields
    guard isRead || (!fields.isEmpty && Domain.personalFields.contains(where: fields.contains))
    else { return (holds ? nil : Domain.Refusal(rule), nil) }
    let part = TakenPart(fields: fields.isEmpty ? nil : fields)
    return (refusal?.code == rule.code ? refusal : nil, part)
  }

  /// The result of the closure, and whether it read a member that was erased.
  func watching<Made>(_ make: (Domain.Command) -> Made) -> (made: Made, isRead: Bool) {
    guard isErased else { return (make(command), false) }
    let list = MemberList(watching: command.members.list)
    let result = make(Message(type: command.type, members: command.members.read(by: list)))
    return withExtendedLifetime(list) { (result, list.hasReadPersonal) }
  }
}

extension Description {
  /// Whether a field that a refusal names is one of a personal member: `names[0].first`.
  fileprivate func isPersonal(_ field: String) -> Bool {
    let name = field.prefix { $0 != "[" }
    return personal.contains { $0.name == name }
  }
}
