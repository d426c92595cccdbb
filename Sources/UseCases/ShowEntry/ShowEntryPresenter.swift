// Puts one entry into words for people, and into JSON for programs.

import EventSourcing
import JSONLines
import Orders

/// Presents an entry as text.
public final class ShowEntryPresenter: ShowEntryPresentationLogic {
  private let display: any ShowEntryDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any ShowEntryDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents the entry.
  public func present(_ response: ShowEntry.Response) {
    let item = response.item
    let entry = item.entry
    let currency = item.changes?.currency ?? ""
    display.display(
      ShowEntry.ViewModel(
        title: "Entry \(entry.seq): \(item.command), \(item.refusalText ?? "accepted")",
        isRefused: !entry.isAccepted, facts: facts(of: item),
        asked: asked(in: entry, currency),
        events: events(in: entry, currency), changes: item.changes?.lines(formatting) ?? []))
  }

  private func facts(of item: OrderHistory.Item) -> [ShowEntry.ViewModel.Fact] {
    let entry = item.entry
    let storage = entry.storage
    let head = try? entry.commandHead()
    let facts: [(String, String?)] = [
      ("stream", "\(storage.string(entry.stream)), revision \(entry.rev)"),
      ("at", "\(entry.at.description)"),
      ("actor", storage.string(entry.actor)),
      ("reason", item.reason),
      ("id", head.flatMap { $0.id.isPresent ? storage.string($0.id) : nil }),
      ("expected", head?.expect.map { "revision \($0)" }),
      (
        "imported",
        entry.source.isPresent
          ? "\(storage.string(entry.source)), line \(entry.sourceLine)" : nil
      ),
      ("rules", entry.engine.isPresent ? "version \(storage.string(entry.engine))" : nil),
    ]
    return facts.compactMap { label, text in
      text.map { ShowEntry.ViewModel.Fact(label: label, text: $0) }
    }
  }

  /// The command's fields with the personal ones, which stand apart in the entry.
  private func asked(in entry: Entry, _ currency: String) -> [ShowEntry.ViewModel.Fact] {
    let envelope: Set<String> = ["type", "id", "expect", "reason", "salt"]
    var facts = leaves(of: entry.command, in: entry).filter { !envelope.contains($0.path) }
      .map { fact($0, currency) }
    if entry.isErased {
      facts.append(ShowEntry.ViewModel.Fact(label: "personal data", text: "erased"))
    } else {
      facts += leaves(of: entry.personal, in: entry).filter { !envelope.contains($0.path) }
        .map { fact($0, currency) }
    }
    return facts
  }

  private func fact(_ leaf: FieldTree.Leaf, _ currency: String) -> ShowEntry.ViewModel.Fact {
    ShowEntry.ViewModel.Fact(
      label: leaf.path, text: FieldText.text(of: leaf.value, at: leaf.path, currency, formatting))
  }

  private func leaves(of part: Range<Int>, in entry: Entry) -> [FieldTree.Leaf] {
    guard !part.isEmpty,
      let value = try? JSONValue(entry.storage, in: part, profile: .anyOrder)
    else { return [] }
    return FieldTree(value).leaves
  }

  /// The events, with those of their fields that the command doesn't have in the same words.
  private func events(in entry: Entry, _ currency: String) -> [String] {
    guard !entry.events.isEmpty,
      let value = try? JSONValue(entry.storage, in: entry.events, profile: .anyOrder)
    else { return [] }
    let asked = leaves(of: entry.command, in: entry)
    return (value.array ?? []).map { event in
      let members = FieldTree(event).leaves.filter { $0.path != "type" && !asked.contains($0) }
        .map { "\($0.path) \(FieldText.text(of: $0.value, at: $0.path, currency, formatting))" }
      let rest = members.isEmpty ? "" : ": " + members.joined(separator: ", ")
      return (event["type"]?.string ?? "") + rest
    }
  }
}

/// Presents an entry as one JSON document, `{"entry","changes"}`.
public final class ShowEntryJSONPresenter: ShowEntryPresentationLogic {
  private let display: any DocumentDisplayLogic

  /// A presenter for a display of documents.
  public init(display: any DocumentDisplayLogic) { self.display = display }

  /// Presents the entry.
  public func present(_ response: ShowEntry.Response) {
    display.display(item: response.item)
  }
}

extension DocumentDisplayLogic {
  /// Shows an entry as it stands in the log, or as `{"entry","changes"}` where changes are known.
  func display(item: OrderHistory.Item) {
    var writer = JSONWriter(capacity: item.entry.line.count)
    guard let changes = item.changes else {
      writer.raw(item.entry.bytes)
      return display(document: writer)
    }
    writer.raw(#"{"entry":"#)
    writer.raw(item.entry.bytes)
    writer.raw(#","changes":"#)
    changes.writeJSON(to: &writer)
    writer.raw("}")
    display(document: writer)
  }
}
