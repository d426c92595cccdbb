// What the entries say that an audit names: when, who, which order and how much. Read once the audit knows which.

import EventSourcing
import OrderDomain

struct WitnessedEntries: Projection {
  private var orders = StateProjection<Orders>(checksRevisions: false)
  private let wanted: Set<Int>
  /// By their numbers.
  private(set) var found: [Int: AuditResult.Entry] = [:]

  init(_ wanted: Set<Int>) { self.wanted = wanted }

  var vocabularies: [Vocabulary] { orders.vocabularies }
  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try orders.read(entry)
    guard wanted.contains(entry.seq) else { return }
    var described = AuditResult.Entry(at: entry.at, actor: entry.storage.string(entry.actor))
    if orders.body.isMine {
      let index = orders.number(of: entry.storage.slice(entry.stream))
      let order = orders.states[index]
      described.order = orders.streams.name(index).orderID
      let named = try? entry.commandMember(among: Orders.moneyOfCommands)
      described.amount = named?.integer ?? (entry.isAccepted ? order?.total : nil)
      if described.amount != nil {
        described.currency = Orders.schema.currency(of: order) ?? ""
      }
    }
    found[entry.seq] = described
  }
}
