// Entries for people, made from their leaves alone: an evidence pack has them as text, and a verifier makes
// them again. `Docs/Auditing/verify.py` and `verify.go` make the same lines.

/// Takes the leaves of a pack in the order of the log.
struct Timeline {
  private let moneyNames: [String]
  private let currencyName: String?
  /// The currencies of the streams so far.
  private var currencies: [String: String] = [:]

  init(of domain: any HistoryDomain.Type) {
    moneyNames = domain.moneyOfCommands + domain.totals.map(\.name)
    currencyName = domain.currencyName
  }

  /// - Returns: nil if it isn't an entry's leaf.
  mutating func entry(of leaf: JSONValue) -> TimelineEntry? {
    guard let seq = leaf["seq"]?.integer.flatMap({ Int(exactly: $0) }),
      let rev = leaf["rev"]?.integer.flatMap({ Int(exactly: $0) }),
      let at = leaf["at"]?.string, let stream = leaf["stream"]?.string,
      let actor = leaf["actor"]?.string, let command = leaf["command"],
      let type = command["type"]?.string
    else { return nil }
    let events = leaf["events"]?.array ?? []
    let parts = [command] + events
    let named = currencyName.flatMap { name in parts.lazy.compactMap { $0[name]?.string }.first }
    let currency = named ?? currencies[stream]
    if !events.isEmpty { currencies[stream] = currency }
    let amounts = parts.lazy.flatMap { [moneyNames] part in
      moneyNames.compactMap { part[$0]?.integer }
    }
    let refusal = leaf["rejected"]?["code"]?.string
    return TimelineEntry(
      seq: seq, at: at, stream: stream, rev: rev, actor: actor, command: type,
      reason: command["reason"]?.string, amount: amounts.first, currency: currency,
      isAccepted: refusal == nil,
      outcome: refusal.map { "refused: \($0)" }
        ?? events.map { $0["type"]?.string ?? "" }.joined(separator: ", "))
  }
}

package struct TimelineEntry: Equatable, Sendable {
  package let seq: Int
  /// The time as the entry has it.
  package let at: String
  package let stream: String
  package let rev: Int
  package let actor: String
  package let command: String
  package let reason: String?
  /// The amount that the command names, or else the sum of its events, in minor units.
  package let amount: Int64?
  /// The currency of the amount; nil if it isn't known.
  package let currency: String?
  package let isAccepted: Bool
  package let outcome: String

  /// The line in the file, without its LF.
  var line: String {
    (["@\(seq)", at, "\(stream) @\(rev)"] + happened).map(\.inOneLine).joined(separator: "  ")
  }

  /// Who, what and the outcome.
  fileprivate var happened: [String] {
    let sum = amount.map { amount in
      currency.map { "\(Money.format(amount, currency: $0)) \($0)" } ?? "\(amount) minor units"
    }
    return [actor, command + (reason.map { " (\($0))" } ?? "")] + [sum].compactMap { $0 } + [
      outcome
    ]
  }

  /// When, who, what and the outcome.
  var told: String { ([at] + happened).map(\.inOneLine).joined(separator: "  ") }
}

extension String {
  /// The text without anything that could begin a line, or control a terminal.
  fileprivate var inOneLine: String {
    unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }
}

extension HistoryDomain {
  /// The field that names the currency of amounts, if there are any.
  fileprivate static var currencyName: String? { schema.currency }
}

extension TimelineEntry {
  func writeMembers(to object: inout JSONWriter) {
    object.member("at", at)
    object.member("actor", actor)
    object.member("command", command)
    object.member("reason", reason)
    object.member("amount", amount)
    object.member("currency", amount == nil ? nil : currency)
    object.member("outcome", outcome)
  }
}
