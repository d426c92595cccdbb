// How differences between two ways of a history read, for people and for programs.

import EventSourcing
import JSONLines
import Orders

extension HistoryDifferences {
  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .command(let command): .difference(paragraph(command))
    case .stream(let stream):
      .difference(
        Paragraph(
          headline: "\(stream.stream) ends otherwise",
          was: stream.fields.compactMap { field in field.old.map { line(field.path, $0) } },
          now: stream.fields.compactMap { field in field.new.map { line(field.path, $0) } }))
    case .end(let summary): .summary(report(summary, formatting))
    }
  }

  private static func paragraph(_ command: Command) -> Paragraph {
    let (was, now) = (text(command.was), text(command.now))
    var lines = (was: [was], now: [now])
    if was == now, let old = command.was, let new = command.now {
      // The same events: what differs is in their fields.
      let fields = FieldTree(old).differences(to: FieldTree(new))
      lines = (fields.map { line($0.path, $0.old) }, fields.map { line($0.path, $0.new) })
    }
    return Paragraph(
      headline: "@\(command.seq)  \(command.stream)  \(command.command)", was: lines.was,
      now: lines.now)
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

  private static func report(_ summary: Summary, _ formatting: Formatting) -> Report {
    let commands =
      summary.commands == 1
      ? "1 command comes out differently" : "\(summary.commands) commands come out differently"
    let ends =
      summary.ends == 1 ? "1 stream ends otherwise" : "\(summary.ends) streams end otherwise"
    return Report(
      isSame: summary.isSame,
      headline: summary.isSame ? "Nothing comes out differently." : "\(commands), \(ends).",
      money: summary.money.flatMap { rows($0, formatting) })
  }

  private static func rows(_ money: MoneyDifference, _ formatting: Formatting) -> [[String]] {
    [("total", money.total), ("paid", money.paid), ("refunded", money.refunded)]
      .filter { $0.1 != 0 }
      .map { [$0.0, ($0.1 > 0 ? "+" : "") + formatting.money($0.1, currency: money.currency)] }
  }
}

extension HistoryDifferences.Response: SceneResponse, JSONRepresentable {
  package var notes: [String] {
    if case .end(let summary) = self, let tail = summary.tornTail { [tail.warning] } else { [] }
  }

  package func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .command(let command):
        $0.member("seq", command.seq)
        $0.member("stream", command.stream)
        $0.member("command", command.command)
        $0.member("was", command.was)
        $0.member("now", command.now)
      case .stream(let stream):
        $0.member("stream", stream.stream)
        $0.member("ends") { $0.array(stream.fields, Self.write) }
      case .end(let summary):
        $0.member("same", summary.isSame)
        $0.member("commands", summary.commands)
        $0.member("ends", summary.ends)
        $0.member("money", summary.money)
      }
    }
  }

  private static func write(_ writer: inout JSONWriter, _ field: FieldTree.Difference) {
    writer.object {
      $0.member("field", field.path)
      $0.member("was", field.old)
      $0.member("now", field.new)
    }
  }
}

extension HistoryDifferences.MoneyDifference: JSONRepresentable {
  package func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("currency", currency)
      $0.member("total", total)
      $0.member("paid", paid)
      $0.member("refunded", refunded)
    }
  }
}
