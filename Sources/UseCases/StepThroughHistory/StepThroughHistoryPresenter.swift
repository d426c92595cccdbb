// Puts into words what is seen on the way through a history, and into JSON. Orders, log lines and
// explanations look as they do where they are shown alone.

import EventSourcing
import JSONLines
import Replay

/// What shows all that is seen on the way as text.
public typealias StepThroughHistoryDisplays = StepThroughHistoryDisplayLogic
  & OrderHistoryDisplayLogic & ShowOrderDisplayLogic & ExplainDecisionDisplayLogic
  & NoteDisplayLogic

/// Presents what is seen on the way as text.
public final class StepThroughHistoryPresenter: StepThroughHistoryPresentationLogic {
  private let display: any StepThroughHistoryDisplays
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any StepThroughHistoryDisplays, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents where it is now, as a line of the log.
  public func present(_ place: StepThroughHistory.Place) {
    guard let item = place.item else {
      return display.display(sentence: "Before the first entry.")
    }
    OrderHistoryPresenter(display: display, notes: display, formatting: formatting)
      .present(item.withoutChanges)
  }

  /// Presents an order.
  public func present(_ order: ShowOrder.Response) {
    ShowOrderPresenter(display: display, formatting: formatting).present(order)
  }

  /// Presents fields, one a line.
  public func present(_ fields: StepThroughHistory.Fields) {
    display.display(
      StepThroughHistory.ViewModel(
        rows: fields.leaves.map { leaf in
          [leaf.path, FieldText.text(of: leaf.value, at: leaf.path, fields.currency, formatting)]
        }))
  }

  /// Presents what an entry changed.
  public func present(changes item: OrderHistory.Item) {
    let lines = item.changes?.lines(formatting) ?? []
    if lines.isEmpty { return display.display(sentence: "Nothing changed.") }
    display.display(changes: lines)
  }

  /// Presents why an entry came out as it did.
  public func present(_ decision: ExplainDecision.Response) {
    ExplainDecisionPresenter(display: display, formatting: formatting).present(decision)
  }

  /// Presents marks, in the order in which they were made.
  public func present(_ marks: [StepThroughHistory.Mark]) {
    if marks.isEmpty { return display.display(sentence: "There are no marks.") }
    display.display(
      StepThroughHistory.ViewModel(
        rows: marks.map { [$0.name, $0.seq == 0 ? "start" : "@\($0.seq)"] }))
  }

  /// Presents the commands that there are.
  public func present(_ commands: [StepCommand]) {
    display.display(
      StepThroughHistory.ViewModel(rows: commands.map { [$0.usage, $0.summary] }))
  }
}

extension OrderHistory.Item {
  /// The entry alone.
  fileprivate var withoutChanges: OrderHistory.Item {
    OrderHistory.Item(
      entry: entry, command: command, reason: reason, events: events, refusal: refusal,
      changes: nil)
  }
}

/// Presents what is seen on the way as JSON, an object a line.
public final class StepThroughHistoryJSONPresenter: StepThroughHistoryPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents where it is now, as `{"entry","changes"}`; the entry is null at the start.
  public func present(_ place: StepThroughHistory.Place) {
    guard let item = place.item else {
      var writer = JSONWriter()
      writer.raw(#"{"entry":null,"changes":[]}"#)
      return display.display(document: writer)
    }
    display.display(item: item)
  }

  /// Presents an order.
  public func present(_ order: ShowOrder.Response) {
    ShowOrderJSONPresenter(display: display, notes: notes).present(order)
  }

  /// Presents fields, each as `{"field","value"}`.
  public func present(_ fields: StepThroughHistory.Fields) {
    for leaf in fields.leaves { show(#"{"field":"#, leaf.path, #","value":"#, leaf.value) }
  }

  /// Presents what an entry changed, as `{"seq","changes"}`.
  public func present(changes item: OrderHistory.Item) {
    var writer = JSONWriter()
    writer.raw(#"{"seq":"#)
    writer.integer(Int64(item.entry.seq))
    writer.raw(#","changes":"#)
    item.changes?.writeJSON(to: &writer)
    writer.raw("}")
    display.display(document: writer)
  }

  /// Presents why an entry came out as it did.
  public func present(_ decision: ExplainDecision.Response) {
    ExplainDecisionJSONPresenter(display: display).present(decision)
  }

  /// Presents marks, each as `{"mark","seq"}`.
  public func present(_ marks: [StepThroughHistory.Mark]) {
    for mark in marks { show(#"{"mark":"#, mark.name, #","seq":"#, .integer(Int64(mark.seq))) }
  }

  /// Presents the commands that there are, each as `{"usage","summary"}`.
  public func present(_ commands: [StepCommand]) {
    for command in commands {
      show(#"{"usage":"#, command.usage, #","summary":"#, .string(command.summary))
    }
  }

  private func show(
    _ key: StaticString, _ name: String, _ secondKey: StaticString, _ value: JSONValue
  ) {
    var writer = JSONWriter()
    writer.raw(key)
    writer.string(name)
    writer.raw(secondKey)
    writer.value(value)
    writer.raw("}")
    display.display(document: writer)
  }
}
