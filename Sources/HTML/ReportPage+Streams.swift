// The streams of a report one by one. Each command is a row with what it changed; the script makes a slider of these
// rows that shows the stream as it was after each of them.

extension ReportPage {
  func timeLines(_ html: inout HTMLWriter) {
    let id = Self.timeLinesID
    html.element(.section, [.id: id, .ariaLabelledBy: "\(id)-title"]) { html in
      html.element(.h2, [.id: "\(id)-title"], "Time lines")
      html.element(.p, model.timeLinesNote)
      for stream in model.timeLines {
        html.newLine()
        StreamView(stream: stream, names: names).write(to: &html)
      }
    }
  }
}

/// The names of streams on the page: for readers, and as ids. Ids of streams are without characters that mean something
/// there; they come last, so that no two places have the same name.
struct StreamNames {
  enum Part: String, CaseIterable {
    case title, fields, steps, caption
    // The script makes these.
    case slider, day
  }

  private let noun: String
  private let prefix: String

  init(on model: ReportHistory.ViewModel) {
    noun = model.words.noun
    let word = noun.replacing(" ", with: "-")
    let taken =
      Part.allCases.map(\.rawValue) + model.sections.map(\.name.rawValue) + ["time"]
    prefix = taken.contains(word) ? "stream" : word
  }

  /// The stream for readers: `order 1001`.
  func name(of stream: String) -> String { "\(noun) \(stream)" }
  func id(of stream: String) -> String { "\(prefix)-\(stream)" }
  func id(_ part: Part, of stream: String) -> String { "\(part.rawValue)-\(stream)" }
}

struct StreamView {
  let stream: StreamTimeLine
  let names: StreamNames

  private var name: String { names.name(of: stream.id) }
  private var title: String { names.id(.title, of: stream.id) }

  func write(to html: inout HTMLWriter) {
    html.element(
      .article, [.class: "stream", .stream: stream.id, .ariaLabelledBy: title]
    ) { html in
      html.element(.details) { html in
        html.element(.summary) { html in
          html.element(.h3, [.id: title], name.capitalizedFirst)
          html.element(.part, stream.summary)
        }
        // A link to what is in here opens it.
        html.element(.div, [.id: names.id(of: stream.id), .class: "time-line"]) { html in
          if let note = stream.note { html.element(.p, [.class: "note"], note) }
          fields(&html)
          steps(&html)
        }
      }
    }
  }

  private func fields(_ html: inout HTMLWriter) {
    guard !stream.fields.isEmpty else { return }
    table(
      .fields, "\(name.capitalizedFirst) as it is at the end", ["Field", "Value"], stream.fields,
      &html
    ) { field, html in
      html.element(.tr, [.field: field.label]) { html in
        html.element(.th, [.scope: "row"], field.label)
        html.element(.td, field.text)
      }
    }
  }

  private func steps(_ html: inout HTMLWriter) {
    let headings = [
      "Entry", "Revision", "Time (\(stream.timeZone))", "Person", "Command", "Changes",
    ]
    table(.steps, "All commands for \(name)", headings, stream.steps, &html) { step, html in
      write(step, to: &html)
    }
  }

  private func write(_ step: StreamTimeLine.Step, to html: inout HTMLWriter) {
    html.element(.tr, [.day: step.day, .class: step.isRefused ? "step refused" : "step"]) { html in
      html.element(.th, [.scope: "row"], step.entry)
      html.element(.td, [.class: "number"], step.revision)
      html.element(.td, [.class: "time"], step.time)
      html.element(.td, [.class: "person"], step.actor)
      html.element(.td, [.class: "command"]) { html in
        html.element(.strong, step.command)
        html.element(.part, [.class: "outcome"], step.outcome)
        if !step.reason.isEmpty { html.element(.part, [.class: "reason"], step.reason) }
      }
      html.element(.td) { html in
        guard !step.changes.isEmpty || !step.places.isEmpty else { return }
        html.element(.ul, [.class: "changes"]) { html in
          for change in step.changes { write(change, to: &html) }
          // The places are for the script, which follows the fields.
          for place in step.places { write(place, isHidden: true, to: &html) }
        }
      }
    }
  }

  private func write(_ change: FieldChangeLine, isHidden: Bool = false, to html: inout HTMLWriter) {
    let attributes: HTMLWriter.Attributes =
      change.isElement
      ? [:] : isHidden ? [.field: change.field, .hidden: ""] : [.field: change.field]
    html.element(.li, attributes) { html in
      html.element(.part, [.class: "name"], change.field)
      html.text(" ")
      if let old = change.old { html.element(.del, old) }
      if change.old != nil, change.new != nil { html.text(" → ") }
      if let new = change.new { html.element(.ins, new) }
    }
  }

  private func table<Row>(
    _ part: StreamNames.Part, _ caption: String, _ headings: [String], _ rows: [Row],
    _ html: inout HTMLWriter, _ write: (Row, inout HTMLWriter) -> Void
  ) {
    let id = names.id(part, of: stream.id)
    html.table(
      [.id: id], in: "scroll \(part.rawValue)", captioned: (names.id(.caption, of: id), caption),
      headings: headings.map { ([.scope: "col"], $0) }, rows, write)
  }
}
