// Explains a decision: finds its stream and reads that from its beginning.

package enum ExplainDecision: RespondingScene {
  package struct Request: Sendable {
    package var entry: RequestedPosition
    /// The version of the rules to decide by, or `latest`; nil for the one that recorded it.
    package var rules: String?

    package init(_ entry: RequestedPosition = "") { self.entry = entry }
  }

  package struct Check: Sendable {
    package struct Fact: Sendable {
      package let field: String
      package let value: JSONValue?
      package let origin: Origin?
    }
    package let rule: RuleCheck
    /// The facts that it depends on; none if it wasn't evaluated.
    package let facts: [Fact]
    /// The members of the command that broke it, without a value where that is missing.
    package let requested: [(field: String, value: JSONValue?)]
  }

  package struct Response: SceneResponse, Sendable {
    package let item: ShowLog.Item
    package let checks: [Check]
    package let judgement: Judgement
    /// Whether the version of the rules was requested.
    let isOfOtherRules: Bool
    /// The currencies of the facts and of the command.
    let currencies: CurrencyPair
    let kinds: FieldKinds
  }

  package struct ViewModel: Equatable, Sendable {
    package struct Rule: Equatable, Sendable {
      package let verdict: RuleCheck.Verdict
      package let code: String
      package let sentence: String
      package let facts: [String]
    }
    package let title: String
    package let subtitle: String
    package let rules: [Rule]
    /// The recorded outcome, and today's if that is another one.
    package let outcomes: [String]
    package let conclusion: String
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let seq = try history.entryNumber(request.entry)
    let rules = try history.domains.rules(named: request.rules)
    let stream = try history.pointing(request.entry, history.source.stream(ofEntry: seq))
    var explanation = DecisionExplanation(of: seq, by: rules, in: history.domains)
    _ = try Failure.of { () throws(LogError) in
      try history.source.requireWhole(stream)
      return try history.eachChange(of: stream, through: seq, readsValues: true) {
        (entry, changes) throws(JSONError) in try explanation.take(entry, changes)
      }
    }
    guard let response = explanation.response else {
      throw Failure(
        .usage, code: "no-explanation",
        "The rules for \(history.domains.label(of: stream.description).phrase) can't be explained.",
        hint: nil)
    }
    return response
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let item = response.item
    let entry = item.entry
    let outcome = item.refusal.map { "refused: \($0.code)" } ?? "accepted"
    let stream = entry.storage.string(entry.stream)
    let reason = item.reason.map { ", because: \($0)" } ?? ""
    let at = "\(formatting.second(entry.at)) \(formatting.timeZone.name)"
    return ViewModel(
      title: "Entry \(entry.seq): \(item.command) on \(stream), \(outcome)",
      subtitle: "requested by \(entry.storage.string(entry.actor)), \(at)\(reason)"
        + "; \(response.judgement.unknownRules.isEmpty ? "evaluated" : "decided") by version "
        + "\(response.judgement.version.unmistakable) of the rules",
      rules: response.checks.map { check in
        ViewModel.Rule(
          verdict: check.rule.verdict, code: check.rule.code, sentence: check.rule.sentence,
          facts: check.facts.map { text(of: $0, response, formatting) }
            + check.requested.map { requested($0.field, $0.value, response, formatting) })
      }, outcomes: outcomes(response.judgement),
      conclusion: conclusion(response, formatting))
  }

  private static func text(
    of fact: Check.Fact, _ response: Response, _ formatting: Formatting
  ) -> String {
    guard let value = fact.value else { return "no \(fact.field)" }
    let text = response.kinds.text(of: value, at: fact.field, response.currencies.old, formatting)
    guard let origin = fact.origin else { return "\(fact.field) \(text) from the start" }
    return "\(fact.field) \(text) by seq \(origin.seq), \(origin.actor) (\(origin.command))"
  }

  private static func requested(
    _ field: String, _ value: JSONValue?, _ response: Response, _ formatting: Formatting
  ) -> String {
    guard let value else { return "requested without \(field)" }
    let text = response.kinds.text(of: value, at: field, response.currencies.new, formatting)
    return "requested \(field) \(text)"
  }

  private static func outcomes(_ judgement: Judgement) -> [String] {
    guard judgement.difference != nil else { return [] }
    return [
      "recorded: \(HistoryDifferences.text(judgement.recorded))",
      "rules \(judgement.version):  \(HistoryDifferences.text(judgement.today))",
    ]
  }

  /// Says so where the rules don't come to what is recorded.
  private static func conclusion(_ response: Response, _ formatting: Formatting) -> String {
    let judgement = response.judgement
    if let note = judgement.unknownRules.notes.first {
      let seq = response.item.entry.seq
      return note
        + " `\(ToolName.current) explain \(seq) --rules latest` evaluates it by the newest."
    }
    if judgement.isTaken {
      return "Personal data is missing, so the recorded outcome is taken as given."
    }
    let recorded = response.item.refusal
    guard let difference = judgement.difference else {
      let fields = (recorded?.fields ?? []).map { "\($0.field) \($0.code)" }
      let details = fields.isEmpty ? "" : ": " + fields.joined(separator: ", ")
      return recorded.map { "Refused as \($0.code)\(details)." } ?? "No rule was broken."
    }
    let today =
      if let seq = judgement.today["reused"]?["seq"]?.integer {
        "Entry \(seq) has the same id, so it would neither be evaluated nor recorded"
      } else if judgement.today["conflict"] != nil {
        "It expects another revision, so it would neither be evaluated nor recorded"
      } else if difference.kind == .rejectedNowUnknown {
        "It isn't refused for that reason. What else would become of it isn't known, as personal data is missing"
      } else {
        "Version \(judgement.version) of the rules would \(today(response, difference, formatting))"
      }
    let flag = response.isOfOtherRules ? " --rules \(judgement.version)" : ""
    return today + ": see `\(ToolName.current) replay\(flag)`."
  }

  private static func today(
    _ response: Response, _ difference: Difference, _ formatting: Formatting
  ) -> String {
    if let field = difference.field, difference.kind == .fieldDiffers {
      let values = [difference.replayed, difference.recorded].map { value in
        value.map {
          response.kinds.text(of: $0, at: field, response.currencies.new, formatting)
        }
      }
      let event = difference.event.map { " in \($0)" } ?? ""
      let replayed = values[0].map { "\(field) \($0)" } ?? "no \(field)"
      return "record \(replayed)\(event) instead of \(values[1] ?? "none")"
    }
    let judgement = response.judgement
    let code = judgement.todaysRefusal
    if code == response.item.refusal?.code { return "decide it differently" }
    return code.map { "refuse it as \($0)" } ?? "accept it"
  }
}

extension ExplainDecision.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("seq", item.entry.seq)
    object.member("stream", item.entry.storage.string(item.entry.stream))
    object.member("command", item.command)
    object.member("rejected", item.refusal?.code)
    object.member("engine", judgement.version)
    object.member("rules", checks)
    if judgement.difference != nil { object.member("today", judgement.today) }
    if judgement.isTaken { object.member("taken", true) }
    object.unknownRules(judgement.unknownRules)
  }
}

extension ExplainDecision.Check: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("code", rule.code)
    object.member("verdict", rule.verdict.rawValue)
    object.member("facts", facts)
    guard !requested.isEmpty else { return }
    object.member("requested") { writer in
      writer.array(requested) { writer, found in
        writer.object {
          $0.member("field", found.field)
          $0.member("value", found.value)
        }
      }
    }
  }
}

extension ExplainDecision.Check.Fact: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("field", field)
    object.member("value", value)
    origin?.writeMembers(to: &object)
  }
}
