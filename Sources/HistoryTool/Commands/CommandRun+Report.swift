// The report: its page goes to a new file; what is in it, to the terminal.

import HTML
import Platform

struct ReportFlags: Sendable {
  var reported = ReportHistory.Request(ids: [])
  var file: String?
}

extension CommandRun {
  func report(_ flags: ReportFlags) throws(Failure) -> ExitCode {
    guard let path = flags.file else {
      throw Failure(
        .usage, code: "missing-flag", "'report' needs --output FILE.",
        hint: "For example: \(ToolName.current) report --output report.html")
    }
    let history = try history
    // Before anything is read, which may take long.
    let file = try NewFile(path)
    let response = try ReportHistory.respond(to: flags.reported, with: (history, nil, nil))
    let model = ReportHistory.viewModel(of: response, try formatting())
    let page = ReportPage(model).bytes
    try file.write(page)
    try file.complete()
    try presenter(for: ReportHistory.self) {
      "Wrote \(path), \(page.count) bytes: \($0.summary)."
    }.present(response)
    return .done
  }
}
