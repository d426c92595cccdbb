// Copies a store between folders and servers, once or until it is interrupted. Opening both is composed with it.

/// A copying that is under way.
package protocol StoreCopying: AnyObject {
  /// The changes so far.
  var report: CopyReport { get }
  /// Copies the next entries.
  ///
  /// - Returns: false if there are none.
  func copyGroup() throws(LogError) -> Bool
  /// Prepares for the entries that were appended since.
  func goOn() throws(LogError)
  /// Waits until there may be some.
  ///
  /// - Returns: false if that can't be told; then it didn't wait.
  func waitForNews() -> Bool
  /// Closes the copy.
  ///
  /// - Returns: All changes.
  func close() throws(LogError) -> CopyReport
}

package enum CopyStore: Scene {
  package struct Request: Sendable {
    package var source = ""
    package var target = ""
    /// Whether to go on with what is appended to the store.
    package var follows = false

    package init() {}
  }

  package struct Context {
    let open: (Request) throws(LogError) -> any StoreCopying
    /// Told the number of entries that were copied.
    package var progress: (Int) -> Void = { _ in }
    package var isInterrupted: () -> Bool = { false }
    /// Waits a little for new entries.
    package var waits: (any StoreCopying) -> Void = { _ in }

    package init(_ open: @escaping (Request) throws(LogError) -> any StoreCopying) {
      self.open = open
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    /// The copy, as it is shown.
    let target: String
    let report: CopyReport
    /// Whether the copy has all entries.
    let isWhole: Bool
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    let report = response.report
    let all = report.sourceEntries.map { " of \($0)" } ?? ""
    let whole =
      switch report.entries {
      case 0: "no entry, like the store that is copied"
      case 1: "the only entry"
      case let count: "all \(count) entries"
      }
    var sentences = [
      report.copied == 0
        ? "Nothing was new." : "Copied \(entryCount(report.copied)), \(report.bytes) bytes.",
      response.isWhole
        ? "\(response.target) has \(whole)."
        : "\(response.target) is behind: it has \(report.entries)\(all) entries. The same command goes on.",
    ]
    if report.erased > 0 {
      sentences.append("Personal data of \(entryCount(report.erased)) was erased there.")
    }
    return sentences.joined(separator: " ")
  }
}

extension CopyStore: Interaction {
  /// - Returns: Whether the copy has all entries.
  package static func handle(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let copy = try Failure.of(context.open(request))
    let result = Result { () throws(LogError) in
      try copyAll(by: copy, in: context)
      var shown: CopyReport?
      while request.follows, !context.isInterrupted() {
        if copy.report != shown {
          shown = copy.report
          presenter.present(
            Response(target: request.target, report: copy.report, isWhole: true))
        }
        context.waits(copy)
        try copy.goOn()
        try copyAll(by: copy, in: context)
      }
    }
    // The entries that were copied count, whatever came then.
    let report = Result { () throws(LogError) in try copy.close() }
    try Failure.of(result.get())
    let end = try Failure.of(report.get())
    let isWhole = !context.isInterrupted() || end.sourceEntries == end.entries
    presenter.present(Response(target: request.target, report: end, isWhole: isWhole))
    return isWhole
  }

  private static func copyAll(by copy: any StoreCopying, in context: Context) throws(LogError) {
    while !context.isInterrupted(), try copy.copyGroup() {
      context.progress(copy.report.copied)
    }
  }
}

extension CopyStore.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("target", target)
    object.member("entries", report.entries)
    object.member("sourceEntries", report.sourceEntries)
    object.member("copied", report.copied)
    object.member("bytes", report.bytes)
    object.member("erased", report.erased)
    object.member("whole", isWhole)
  }
}
