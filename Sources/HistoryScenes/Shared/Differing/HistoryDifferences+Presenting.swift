// How differences between two versions of a history are shown to people and to programs.

import Conventions
import EventSourcing
import JSONLines

extension HistoryDifferences {
  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .command(let command): .difference(paragraph(command, formatting))
    case .stream(let stream): .difference(paragraph(stream, formatting))
    case .end(let summary): .summary(report(summary, formatting))
    }
  }

  private static func paragraph(_ stream: Stream, _ formatting: Formatting) -> Paragraph {
    let changes = stream.changes
    return Paragraph(
      headline: "\(stream.stream) ends differently",
      was: stream.fields.compactMap { field in
        field.old.map {
          changes.money.line(field.path, $0, changes.oldCurrency, formatting)
        }
      },
      now: stream.fields.compactMap { field in
        field.new.map { changes.money.line(field.path, $0, changes.currency, formatting) }
      })
  }

  private static func paragraph(_ command: Command, _ formatting: Formatting) -> Paragraph {
    let (was, now) = (text(command.was), text(command.now))
    var lines = (was: [was], now: [now])
    if was == now, let old = command.was, let new = command.now {
      // The same events: what differs is in their fields.
      let fields = FieldTree(old).differences(to: FieldTree(new))
      let (money, currencies) = (command.money, command.currencies)
      lines = (
        fields.map { money.line($0.path, $0.old, currencies.was, formatting) },
        fields.map { money.line($0.path, $0.new, currencies.now, formatting) }
      )
    }
    return Paragraph(
      headline: "@\(command.seq)  \(command.stream)  \(command.command)", was: lines.was,
      now: lines.now)
  }

  static func text(_ outcome: JSONValue?) -> String {
    guard let outcome else { return "not requested" }
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
      return "not recorded: it expects another revision than \(actual)"
    }
    if let seq = outcome["reused"]?["seq"]?.integer {
      return "not recorded: entry \(seq) has the same id"
    }
    return "not recorded: it changes nothing"
  }

  private static func report(_ summary: Summary, _ formatting: Formatting) -> Report {
    let commands =
      summary.commands == 1
      ? "1 command has a different outcome"
      : "\(summary.commands) commands have a different "
        + "outcome"
    let ends =
      summary.ends == 1 ? "1 stream ends differently" : "\(summary.ends) streams end differently"
    return Report(
      isSame: summary.isSame,
      headline: summary.isSame ? "Nothing differs." : "\(commands), \(ends).",
      money: summary.money.flatMap { rows($0, formatting) })
  }

  private static func rows(_ money: MoneyDifference, _ formatting: Formatting) -> [[String]] {
    money.amounts.filter { $0.amount != 0 }.map { name, amount in
      [name, (amount > 0 ? "+" : "") + formatting.money(amount, currency: money.currency)]
    }
  }
}

extension MoneyFields {
  /// A field and its value; amounts in major units where their currency is known.
  fileprivate func line(
    _ path: String, _ value: JSONValue?, _ currency: String, _ formatting: Formatting
  ) -> String {
    guard let value else { return "\(path): absent" }
    if case .integer(let amount) = value, contains(path), !currency.isEmpty {
      return "\(path): \(formatting.amount(amount, currency: currency))"
    }
    return "\(path): \(FieldTree.Leaf(path: path, value: value).json)"
  }
}

extension HistoryDifferences.Response: SceneResponse, JSONObjectRepresentable {
  package var notes: [String] {
    guard case .end(let summary) = self else { return [] }
    return [summary.tornTail?.warning, summary.erasures.note].compactMap { $0 }
  }

  package func writeMembers(to object: inout JSONWriter) {
    switch self {
    case .command(let command):
      object.member("seq", command.seq)
      object.member("stream", command.stream)
      object.member("command", command.command)
      object.member("was", command.was)
      object.member("now", command.now)
    case .stream(let stream):
      object.member("stream", stream.stream)
      object.member("ends") { $0.array(stream.fields, Self.write) }
    case .end(let summary):
      object.member("same", summary.isSame)
      object.member("commands", summary.commands)
      object.member("ends", summary.ends)
      object.member("money", summary.money)
      object.erased(summary.erasures)
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

extension HistoryDifferences.MoneyDifference: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("currency", currency)
    for (name, amount) in amounts { object.member(named: name, amount) }
  }
}
