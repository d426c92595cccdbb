// Puts a decision into words for people, and into JSON for programs.

import EventSourcing
import JSONLines
import Replay

/// Presents a decision as text.
public final class ExplainDecisionPresenter: ExplainDecisionPresentationLogic {
  private let display: any ExplainDecisionDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any ExplainDecisionDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents the decision.
  public func present(_ response: ExplainDecision.Response) {
    let item = response.item
    let entry = item.entry
    let outcome = item.refusal.map { "refused: \($0.code)" } ?? "accepted"
    let stream = entry.storage.string(entry.stream)
    let reason = item.reason.map { ", because: \($0)" } ?? ""
    let at = "\(formatting.second(entry.at)) \(formatting.timeZone.name)"
    display.display(
      ExplainDecision.ViewModel(
        title: "Entry \(entry.seq): \(item.command) on \(stream), \(outcome)",
        subtitle: "asked by \(entry.storage.string(entry.actor)), \(at)\(reason)",
        rules: response.checks.map { rule($0, response.currency) },
        conclusion: Self.conclusion(response)))
  }

  private func rule(_ check: ExplainDecision.Check, _ currency: String)
    -> ExplainDecision.ViewModel.Rule
  {
    ExplainDecision.ViewModel.Rule(
      verdict: check.rule.verdict, code: check.rule.code, sentence: check.rule.sentence,
      facts: check.facts.map { text(of: $0, currency) })
  }

  private func text(of fact: ExplainDecision.Check.Fact, _ currency: String) -> String {
    guard let value = fact.value, let origin = fact.origin else { return "no \(fact.field)" }
    return "\(fact.field) \(FieldText.text(of: value, at: fact.field, currency, formatting))"
      + " by seq \(origin.seq), \(origin.actor) (\(origin.command))"
  }

  /// Says so where today's rules don't come to what is recorded.
  private static func conclusion(_ response: ExplainDecision.Response) -> String {
    let broken = response.checks.first { $0.rule.verdict == .broken }?.rule.code
    let recorded = response.item.refusal?.code
    if broken == recorded {
      let fields = (response.item.refusal?.fields ?? []).map { "\($0.field) \($0.code)" }
      let details = fields.isEmpty ? "" : ": " + fields.joined(separator: ", ")
      return recorded.map { "Refused as \($0)\(details)." } ?? "No rule was broken."
    }
    let today = broken.map { "refuse it as \($0)" } ?? "accept it"
    return "Today's rules would \(today): see `cleanstore replay`."
  }
}

/// Presents a decision as one JSON document.
public final class ExplainDecisionJSONPresenter: ExplainDecisionPresentationLogic {
  private let display: any DocumentDisplayLogic

  /// A presenter for a display of documents.
  public init(display: any DocumentDisplayLogic) { self.display = display }

  /// Presents the decision.
  public func present(_ response: ExplainDecision.Response) {
    let entry = response.item.entry
    var writer = JSONWriter()
    writer.raw(#"{"seq":"#)
    writer.integer(Int64(entry.seq))
    writer.raw(#","stream":"#)
    writer.string(entry.storage.string(entry.stream))
    writer.raw(#","command":"#)
    writer.string(response.item.command)
    if let refusal = response.item.refusal {
      writer.raw(#","rejected":"#)
      writer.string(refusal.code)
    }
    writer.raw(#","rules":["#)
    for (index, check) in response.checks.enumerated() {
      if index > 0 { writer.raw(",") }
      check.writeJSON(to: &writer)
    }
    writer.raw("]}")
    display.display(document: writer)
  }
}

extension ExplainDecision.Check {
  fileprivate func writeJSON(to writer: inout JSONWriter) {
    writer.raw(#"{"code":"#)
    writer.string(rule.code)
    writer.raw(#","verdict":"#)
    writer.string(rule.verdict.rawValue)
    writer.raw(#","facts":["#)
    for (index, fact) in facts.enumerated() {
      writer.raw(index == 0 ? #"{"field":"# : #",{"field":"#)
      writer.string(fact.field)
      if let value = fact.value {
        writer.raw(#","value":"#)
        writer.value(value)
      }
      fact.origin?.writeMembers(to: &writer)
      writer.raw("}")
    }
    writer.raw("]}")
  }
}
