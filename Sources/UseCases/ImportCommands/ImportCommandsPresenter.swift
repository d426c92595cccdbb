// Puts the counts of an import into words for people, and into JSON for programs.

import JSONLines

/// Presents counts as text.
public final class ImportCommandsPresenter: ImportCommandsPresentationLogic {
  private let display: any ImportCommandsDisplayLogic

  /// A presenter for a display.
  public init(display: any ImportCommandsDisplayLogic) { self.display = display }

  /// Says how far the import is.
  public func present(progress lines: Int) {
    display.display(progress: "\(lines) lines")
  }

  /// Presents what came of the lines.
  public func present(_ response: ImportCommands.Response) {
    let refused = response.refused.sorted { $0.key < $1.key }
    var lines = [
      (response.isDryRun ? "Would record: " : "Recorded: ")
        + "\(response.accepted) accepted, \(refused.reduce(0) { $0 + $1.value }) refused."
    ]
    lines += refused.map { "  refused: \($0.key) \($0.value)" }
    let others = [
      ("Changed nothing", response.unchanged), ("Done before under the same id", response.repeated),
      ("Imported before", response.skipped),
      ("Not put to the rules", response.conflicts.count),
    ]
    lines += others.filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
    display.display(
      ImportCommands.ViewModel(
        lines: lines, conflicts: response.conflicts.map { "line \($0.line): \($0.message)" }))
  }
}

/// Presents counts as one JSON document.
public final class ImportCommandsJSONPresenter: ImportCommandsPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let progress: any ProgressDisplayLogic

  /// A presenter for displays of documents and of progress.
  public init(display: any DocumentDisplayLogic, progress: any ProgressDisplayLogic) {
    self.display = display
    self.progress = progress
  }

  /// Says how far the import is.
  public func present(progress lines: Int) {
    progress.display(progress: "\(lines) lines")
  }

  /// Presents what came of the lines.
  public func present(_ response: ImportCommands.Response) {
    var writer = JSONWriter()
    let counts = [
      ("lines", response.lines), ("skipped", response.skipped), ("accepted", response.accepted),
    ]
    for (index, count) in counts.enumerated() {
      writer.raw(index == 0 ? "{" : ",")
      writer.string(count.0)
      writer.raw(":")
      writer.integer(Int64(count.1))
    }
    writer.raw(#","rejected":"#)
    writer.numbers(response.refused.sorted { $0.key < $1.key }.map { ($0.key, Int64($0.value)) })
    writer.raw(#","unchanged":"#)
    writer.integer(Int64(response.unchanged))
    writer.raw(#","repeated":"#)
    writer.integer(Int64(response.repeated))
    writer.raw(#","conflicts":["#)
    for (index, conflict) in response.conflicts.enumerated() {
      writer.raw(index == 0 ? #"{"line":"# : #",{"line":"#)
      writer.integer(Int64(conflict.line))
      writer.raw(#","code":"#)
      writer.string(conflict.code)
      writer.raw(#","message":"#)
      writer.string(conflict.message)
      writer.raw("}")
    }
    writer.raw(response.isDryRun ? #"],"dryRun":true}"# : "]}")
    display.display(document: writer)
  }
}
