// Puts the result of a check into words for people, and into JSON for programs.

import EventSourcing
import JSONLines
import Replay

/// Presents the result as text.
public final class CheckInvariantsPresenter: CheckInvariantsPresentationLogic {
  private let display: any CheckInvariantsDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any CheckInvariantsDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents what was found.
  public func present(_ response: CheckInvariants.Response) {
    let broken = response.findings.count { $0.breach != nil }
    let entries = entryCount(response.entries)
    let all = counted(response.findings.count, "invariant")
    display.display(
      CheckInvariants.ViewModel(
        lines: response.findings.map(line),
        summary: broken == 0
          ? "\(entries): all \(all) hold." : "\(entries): \(broken) of \(all) broken.",
        warning: response.tornTail?.warning))
  }

  private func line(for finding: CheckInvariants.Finding) -> CheckInvariants.ViewModel.Line {
    guard let breach = finding.breach else {
      return .init(name: finding.name, verdict: "holds", holds: true, details: [])
    }
    let first = breach.first
    let name = shownName(ofStream: first.stream)
    let what = name == first.stream ? "the stream \(name)" : "order \(name)"
    return .init(
      name: finding.name, verdict: "broken in \(counted(breach.count, "stream"))", holds: false,
      details: [
        "first at entry @\(first.seq) of \(what), revision \(first.rev), \(formatting.second(first.at)) \(formatting.timeZone.name)",
        "must hold: \(finding.rule)",
      ] + breach.values.map { "\($0.name) = \($0.value.shown(formatting))" })
  }
}

/// Presents the result as one JSON document.
public final class CheckInvariantsJSONPresenter: CheckInvariantsPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents what was found.
  public func present(_ response: CheckInvariants.Response) {
    var writer = JSONWriter()
    writer.raw(response.isGood ? #"{"ok":true,"entries":"# : #"{"ok":false,"entries":"#)
    writer.integer(Int64(response.entries))
    writer.raw(#","invariants":["#)
    for (index, finding) in response.findings.enumerated() {
      if index > 0 { writer.raw(",") }
      Self.write(finding, to: &writer)
    }
    writer.raw("]}")
    display.display(document: writer)
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }

  private static func write(_ finding: CheckInvariants.Finding, to writer: inout JSONWriter) {
    writer.raw(#"{"name":"#)
    writer.string(finding.name)
    writer.raw(#","rule":"#)
    writer.string(finding.rule)
    writer.raw(finding.breach == nil ? #","ok":true"# : #","ok":false"#)
    if let breach = finding.breach {
      writer.raw(#","streams":"#)
      writer.integer(Int64(breach.count))
      writer.raw(#","first":"#)
      breach.first.write(to: &writer)
      writer.member(#","values":"#, breach.values.map { ($0.name, $0.value) })
      writer.raw("}")
    }
    writer.raw("}")
  }
}
