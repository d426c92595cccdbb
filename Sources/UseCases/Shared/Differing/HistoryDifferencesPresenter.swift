// Puts differences between two ways of a history into words for people, and into JSON for programs.

import EventSourcing
import JSONLines
import Orders

/// Presents differences as text.
public final class HistoryDifferencesPresenter: HistoryDifferencesPresentationLogic {
  private let display: any HistoryDifferencesDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any HistoryDifferencesDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents a command that comes out differently.
  public func present(_ item: HistoryDifferences.Item) {
    let (was, now) = (Self.text(item.was), Self.text(item.now))
    var lines = (was: [was], now: [now])
    if was == now, let old = item.was, let new = item.now {
      // The same events: what differs is in their fields.
      let fields = FieldTree(old).differences(to: FieldTree(new))
      lines = (fields.map { Self.line($0.path, $0.old) }, fields.map { Self.line($0.path, $0.new) })
    }
    display.display(
      HistoryDifferences.ItemViewModel(
        headline: "@\(item.seq)  \(item.stream)  \(item.command)", was: lines.was, now: lines.now))
  }

  /// Presents a stream that comes to another end.
  public func present(_ end: HistoryDifferences.End) {
    display.display(
      HistoryDifferences.ItemViewModel(
        headline: "\(end.stream) ends otherwise",
        was: end.fields.compactMap { field in field.old.map { Self.line(field.path, $0) } },
        now: end.fields.compactMap { field in field.new.map { Self.line(field.path, $0) } }))
  }

  private static func line(_ path: String, _ value: JSONValue?) -> String {
    "\(path): \(value.map { FieldTree.Leaf(path: path, value: $0).json } ?? "not there")"
  }

  private static func text(_ outcome: JSONValue?) -> String {
    guard let outcome else { return "not asked" }
    if let events = outcome["events"]?.array {
      return "accepted: " + events.compactMap { $0["type"]?.string }.joined(separator: ", ")
    }
    if let refusal = outcome["rejected"] {
      let fields = (refusal["fields"]?.array ?? []).map {
        "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")"
      }
      let reasons = fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"
      return "rejected: " + (refusal["code"]?.string ?? "") + reasons
    }
    if let actual = outcome["conflict"]?["actual"]?.integer {
      return "not recorded: another revision was expected than \(actual)"
    }
    return "not recorded: changes nothing"
  }

  /// Ends the presentation.
  public func finish(_ response: HistoryDifferences.Response) {
    let commands =
      response.commands == 1
      ? "1 command comes out differently" : "\(response.commands) commands come out differently"
    let ends =
      response.ends == 1 ? "1 stream ends otherwise" : "\(response.ends) streams end otherwise"
    display.display(
      HistoryDifferences.ViewModel(
        isSame: response.isSame,
        headline: response.isSame ? "Nothing comes out differently." : "\(commands), \(ends).",
        money: response.money.flatMap { rows($0) }, warning: response.tornTail?.warning))
  }

  private func rows(_ money: HistoryDifferences.Money) -> [[String]] {
    [("total", money.total), ("paid", money.paid), ("refunded", money.refunded)]
      .filter { $0.1 != 0 }
      .map { [$0.0, ($0.1 > 0 ? "+" : "") + formatting.money($0.1, currency: money.currency)] }
  }
}

/// Presents differences as JSON lines: commands, streams, and the whole at the end.
public final class HistoryDifferencesJSONPresenter: HistoryDifferencesPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents a command that comes out differently.
  public func present(_ item: HistoryDifferences.Item) {
    var members = [
      JSONValue.Member("seq", .integer(Int64(item.seq))), .init("stream", .string(item.stream)),
      .init("command", .string(item.command)),
    ]
    if let was = item.was { members.append(.init("was", was)) }
    if let now = item.now { members.append(.init("now", now)) }
    show(members)
  }

  /// Presents a stream that comes to another end.
  public func present(_ end: HistoryDifferences.End) {
    let fields = end.fields.map { field in
      var members = [JSONValue.Member("field", .string(field.path))]
      if let old = field.old { members.append(.init("was", old)) }
      if let new = field.new { members.append(.init("now", new)) }
      return JSONValue.object(members)
    }
    show([.init("stream", .string(end.stream)), .init("ends", .array(fields))])
  }

  /// Ends the presentation.
  public func finish(_ response: HistoryDifferences.Response) {
    let money = response.money.map { sum in
      JSONValue.object([
        .init("currency", .string(sum.currency)), .init("total", .integer(sum.total)),
        .init("paid", .integer(sum.paid)), .init("refunded", .integer(sum.refunded)),
      ])
    }
    show([
      .init("same", .boolean(response.isSame)),
      .init("commands", .integer(Int64(response.commands))),
      .init("ends", .integer(Int64(response.ends))), .init("money", .array(money)),
    ])
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }

  private func show(_ members: [JSONValue.Member]) {
    var writer = JSONWriter()
    writer.value(.object(members))
    display.display(document: writer)
  }
}
