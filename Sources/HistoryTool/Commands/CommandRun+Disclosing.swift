// The disclosure of what is stored about a person: a page and data in a new folder.

import HTML
import Platform

extension CommandRun {
  /// - Parameters:
  ///   - selection: The streams about the person.
  ///   - path: The new folder.
  package func disclose(
    _ person: String, _ selection: any StreamSelection, to path: String
  ) throws(Failure) -> ExitCode {
    let response = try DisclosePersonalData.respond(
      to: .init(person, selection), with: (history, files))
    if response.isPositive { try write(response, to: path) }
    try presenter(for: DisclosePersonalData.self) { $0.summary }.present(response)
    return response.isPositive ? .done : .negative
  }

  private func write(_ response: DisclosePersonalData.Response, to path: String) throws(Failure) {
    let files = NewFiles(path, isFolder: true, or: screen)
    let page = try files.open("index.html")
    let data = try files.open("data.json")
    let model = DisclosePersonalData.viewModel(of: response, try formatting()).page
    try data.write(response.data)
    try page.write(ReportPage(model).bytes)
    try data.complete()
    try page.complete()
  }
}
