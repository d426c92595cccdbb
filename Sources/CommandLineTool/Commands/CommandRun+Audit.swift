// The audit: three answers, each with an exit code of its own.

import CleanStore
import EventSourcing
import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension CommandRun {
  func audit() throws(Failure) -> ExitCode {
    var request = AuditHistory.Request()
    request.checkpoints = try checkpointFiles
    request.origin = try origin
    request.findings = invocation.texts(Flags.finding)
    request.without = invocation.texts(Flags.without)
    request.reasoned = invocation.texts(Flags.requireReason)
    let evidence = try evidence
    if let name = invocation.text(Flags.listFinding) {
      return try run(
        ListFinding.self, (request, name), in: evidence,
        try presenter(for: ListFinding.self, ScreenDisplay(screen)))
    }
    guard !invocation.has(Flags.csv) else {
      throw Failure(
        .usage, code: "missing-flag", "Only the places of one finding are a table.",
        hint: "Pass --list NAME.")
    }
    if evidence.history.source.form == .store {
      let path = try storePath
      request.remains = try Failure.of { () throws(LogError) in
        try StoreFolders().remains(of: path)
      }
    }
    let response = try AuditHistory.respond(to: request, with: evidence)
    try presenter(for: AuditHistory.self).present(response)
    return response.isPositive ? .done : response.examination == nil ? .badData : .negative
  }
}
