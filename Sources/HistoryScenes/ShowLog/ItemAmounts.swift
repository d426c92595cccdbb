// The amounts of an entry of the log, and the log as a table.

struct ItemAmounts: Sendable {
  /// The amount of its command, such as of a payment; nil if it has none.
  let amount: Int64?
  /// The currency of its stream; empty if it has none.
  let currency: String
  /// The changes by it, by currency.
  let changes: [Amounts]

  init(of entry: Entry, _ amounts: any EntryAmountsPart) throws(JSONError) {
    currency = amounts.currency ?? ""
    changes = amounts.changes
    amount = try amounts.amountRequested(by: entry)
  }

  func amountText(_ formatting: Formatting) -> String {
    amount.map { formatting.money($0, currency: currency) } ?? ""
  }
}

extension ShowLog.Response: TabularResponse {
  /// An entry, or what it changed in one of two currencies.
  package struct Row: Sendable {
    let item: ShowLog.Item
    let change: Amounts?
    /// Whether it is the only row of the entry, or the first.
    let isFirst: Bool
  }

  package var columns: [Column<Row>] {
    switch self {
    case .entry(let item): Self.columns(of: item.domain)
    case .skipped: []
    case .end(let end): Self.columns(of: end.domain)
    }
  }

  package var rows: [Row] {
    guard case .entry(let item) = self else { return [] }
    let changes = item.amounts?.changes ?? []
    guard !changes.isEmpty else { return [Row(item: item, change: nil, isFirst: true)] }
    return changes.indices.map { Row(item: item, change: changes[$0], isFirst: $0 == 0) }
  }

  package static func columns(of domain: any HistoryDomain.Type) -> [Column<Row>] {
    let kinds = domain.kinds
    return ofEntry(domain.words) + ofOutcome + (domain.hasMoney ? ofAmounts : [])
      + domain.totals.enumerated().map { place, total in
        Column(total.name, "what it changed of the \(domain.words.noun)'s \(total.name)") { row in
          let change = row.change.flatMap { Int64(exactly: $0.values[place]) }
          return CellValue(
            change.map { .integer($0) }, isAmount: kinds.isAmount(total.name),
            in: row.change?.currency ?? "")
        }
      }
  }

  private static func ofEntry(_ words: DomainWords) -> [Column<Row>] {
    [
      Column("seq", "the entry's number; twice if it changed the currency of amounts") {
        .integer(Int64($0.item.entry.seq))
      },
      Column("at", "when it was made") { .time($0.item.entry.at) },
      Column(words.noun, "the \(words.noun)'s id, or the name of another stream") {
        .text($0.item.stream.text)
      },
      Column("rev", "the \(words.noun)'s revision after it") { .integer(Int64($0.item.entry.rev)) },
      Column("actor", "who requested the command") {
        .text($0.item.entry.storage.string($0.item.entry.actor))
      },
      Column("command", "the command's type") { .text($0.item.command) },
      Column("reason", "why it was requested") { .text($0.item.reason) },
    ]
  }

  private static var ofOutcome: [Column<Row>] {
    [
      Column("outcome", "accepted or rejected") {
        .text($0.item.refusal == nil ? "accepted" : "rejected")
      },
      Column("code", "why it was refused") { .text($0.item.refusal?.code) },
      Column("events", "the types of its events, with spaces in between") {
        .text($0.item.events.joined(separator: " "))
      },
    ]
  }

  private static var ofAmounts: [Column<Row>] {
    [
      Column(
        "amount",
        "the command's amount, such as that of a payment; empty where no currency is known"
      ) { row in
        guard row.isFirst, let amounts = row.item.amounts, let amount = amounts.amount else {
          return .empty
        }
        return .amount(amount, currency: amounts.currency)
      },
      Column("currency", "the currency of the amounts") { row in
        .currency(row.change?.currency ?? row.item.amounts?.currency)
      },
    ]
  }
}
