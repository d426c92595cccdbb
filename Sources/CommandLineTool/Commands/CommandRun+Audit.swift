// The audit: three answers, each with an exit code of its own.

import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension CommandRun {
  func audit() throws(Failure) -> ExitCode {
    var request = AuditHistory.Request()
    request.checkpoints = try checkpointFiles
    request.origin = origin
    request.findings = invocation.texts(Flags.finding)
    request.without = invocation.texts(Flags.without)
    request.reasoned = invocation.texts(Flags.requireReason)
    let response = try AuditHistory.respond(to: request, with: try evidence)
    try presenter(for: AuditHistory.self).present(response)
    return response.isPositive ? .done : response.examination == nil ? .badData : .negative
  }
}
