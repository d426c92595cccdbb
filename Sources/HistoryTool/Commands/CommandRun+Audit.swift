// The audit: three answers, each with an exit code of its own.

import Platform

struct AuditFlags: Sendable {
  var audited = AuditHistory.Request()
  var evidence = EvidenceFlags()
  var listed: String?
}

extension CommandRun {
  func audit(_ flags: AuditFlags) throws(Failure) -> ExitCode {
    var request = flags.audited
    request.checkpoints = try checkpointFiles(flags.evidence)
    request.origin = try origin(flags.evidence)
    let evidence = try evidence(flags.evidence, of: try history)
    if let name = flags.listed {
      return try run(ListFinding.self, (request, name), in: evidence)
    }
    guard !invocation[Flags.csv] else {
      throw Failure(
        .usage, code: "missing-flag", "Only the places of one finding are a table.",
        hint: "Pass --list NAME.")
    }
    if evidence.history.source.form == .store {
      let files = try files
      request.remains = try Failure.of(files.remains())
    }
    let response = try AuditHistory.respond(to: request, with: evidence)
    try presenter(for: AuditHistory.self).present(response)
    return response.isPositive ? .done : response.examination == nil ? .badData : .negative
  }
}
