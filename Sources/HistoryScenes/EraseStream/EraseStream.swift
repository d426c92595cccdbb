// Erases the personal data of a stream of any domain that has a command for it: records who requested it, and why, and
// has the store take it out of the log.

import Conventions
import EventSourcing
import JSONLines

/// Shows how much erasing would erase. Changes nothing.
package enum PlanStreamErasure: RespondingScene {
  package struct Response: SceneResponse, Equatable, Sendable {
    let stream: StreamName
    let words: DomainWords
    /// How many entries have personal data that isn't erased.
    package let entries: Int

    package var isPositive: Bool { true }

    var subject: String {
      "\(words.noun) \(stream.id ?? "")".trimmed + ", in \(entryCount(entries))"
    }
  }

  package static func respond(to id: String, with history: History) throws(Failure) -> Response {
    let (domain, stream) = try history.domains.named(id)
    guard domain.canErase else {
      throw Failure(
        .usage, code: "cannot-erase",
        "Erasing has to be recorded, and there is no command for that for \(domain.words.subject).",
        hint:
          "Nothing was erased. Its domain needs a command of the type \(ErasureRecord.commandType)."
      )
    }
    var entries = 0
    let missing = try history.eachPersonalEntry(of: [stream]) { _, _ in entries += 1 }
    guard missing == nil else {
      throw Failure(
        .notFound, code: "no-such-\(domain.words.noun)", "There is no \(domain.words.noun) \(id).",
        hint:
          "Nothing was erased or recorded. `\(ToolName.current) list` lists the \(domain.words.plural)."
      )
    }
    return Response(stream: stream, words: domain.words, entries: entries)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    response.entries == 0
      ? "Nothing to erase: no entry has personal data."
      : "Would erase the personal data of \(response.subject), for good."
  }
}

package enum EraseStream: RespondingScene {
  package struct Request: Sendable {
    package let change: ChangeRequest
    /// The number of entries that was agreed to; nil without a question.
    package let agreed: Int?

    package init(_ change: ChangeRequest, agreed: Int?) {
      (self.change, self.agreed) = (change, agreed)
    }
  }

  package struct Response: SceneResponse, Sendable {
    let plan: PlanStreamErasure.Response
    /// What was recorded; nil if there was nothing to erase.
    let recorded: RecordCommand.Response?
    let report: ErasureReport

    package var isPositive: Bool { recorded?.isPositive ?? true }
    package var refusalViewModel: RefusalViewModel? { recorded?.refusalViewModel }
  }

  package typealias ViewModel = OutcomeViewModel

  package static func respond(to request: Request, with engine: HistoryEngine) throws(Failure)
    -> Response
  {
    let plan = try PlanStreamErasure.respond(
      to: request.change.id, with: History(engine.store, of: engine.domains))
    if let agreed = request.agreed, agreed != plan.entries {
      throw Failure(
        .tryAgain, code: "\(plan.words.noun)-changed",
        "The \(plan.words.noun) was changed while you were asked.",
        hint: "Nothing was erased or recorded. Run it again.")
    }
    guard plan.entries > 0 else {
      return Response(plan: plan, recorded: nil, report: ErasureReport())
    }
    var erasure = RecordCommand.Request(
      #"{"type":"\#(ErasureRecord.commandType)"}"#, change: request.change)
    erasure.mayErase = true
    let recorded = try RecordCommand.respond(to: erasure, with: engine)
    let report = try recorded.isPositive ? engine.store.finishRecordedErasures() : ErasureReport()
    return Response(plan: plan, recorded: recorded, report: report)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    switch response.recorded?.viewModel {
    case .refused(let refusal)?: return .refused(refusal)
    case .done(let report)?:
      return .done(
        OutcomeReport(
          id: report.id, headline: "Erased the personal data of \(response.plan.subject).",
          record: report.record))
    case nil:
      return .done(
        OutcomeReport(
          id: response.plan.stream.id ?? "",
          headline: "Nothing to erase: no entry has personal data.",
          record: "Nothing was recorded."))
    }
  }
}

extension PlanStreamErasure.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("stream", "\(stream)")
    object.member("entries", entries)
  }
}

extension EraseStream.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    plan.writeMembers(to: &object)
    object.member("recorded", recorded?.document["seq"])
    object.member("segments", report.segments)
  }
}
