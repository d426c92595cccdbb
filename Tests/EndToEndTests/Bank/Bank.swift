// A bank: accounts with deposits, withdrawals, and holds, which are money that is set aside for a transfer.
// The whole domain is here: its words, its rules in two versions, and how the log spells them.

import EventSourcing

enum Bank: DescribedDecider {
  enum CommandType: String, CaseIterable {
    case open, deposit, withdraw, hold, release, receive, settle
    case erase = "erase-personal"
  }
  enum EventType: String, CaseIterable {
    case opened, deposited, withdrawn, held, released, received, settled
    case erased = "personal-erased"
  }

  static let owner = Member<String>("owner", 1...80).personal
  static let amount = Member<Int>("amount", 1...1_000_000)
  static let transfer = Member<String>("transfer", 1...40)
  static let payee = Member<String>("payee")
  static let payer = Member<String>("payer")
  static let description = Description<Bank>(
    .command(.open, owner, to: .opened),
    .command(.deposit, amount, to: .deposited),
    .command(.withdraw, amount, to: .withdrawn),
    .command(.hold, transfer, amount, payee, to: .held),
    .command(.release, transfer, to: .released),
    .command(.receive, transfer, amount, payer, to: .received),
    .command(.settle, transfer, to: .settled),
    .command(.erase, to: .erased))

  struct Hold: Equatable, Sendable { let transfer: String, amount: Int, payee: String }
  struct State: Equatable, Sendable {
    var isOpen = false
    var owner: String?  // nil after it was erased, too.
    var balance = 0
    var holds: [Hold] = []
    var available: Int { holds.reduce(balance) { $0 &- $1.amount } }
  }

  static let (category, versions, initial) = ("account", ["1", "2"], State())
  static let overdraft = 50_000
  static let upcasters = [
    Upcaster(event: "paid-in", to: "deposited") { $0["amount"] = $0["sum"] }
  ]

  static let rules: [Rule] = [
    Rule("already-open", "The account is new.", on: [.open]) { _, account, _ in !account.isOpen },
    Rule("not-open", "The account is open.", on: CommandType.allCases.filter { $0 != .open }) {
      _, account, _ in account.isOpen
    },
    Rule("malformed-payee", "An account can have the payee's id.", on: [.hold]) { command, _, _ in
      StreamName(category: category, id: command[payee]) != nil
    },
    Rule("transfer-exists", "No hold is for this transfer.", on: [.hold], reading: ["holds"]) {
      command, account, _ in !account.holds.contains { $0.transfer == command[transfer] }
    },
    Rule("no-hold", "A hold is for it.", on: [.release, .settle], reading: ["holds"]) {
      command, account, _ in account.holds.contains { $0.transfer == command[transfer] }
    },
    Rule(
      "insufficient-funds", "The money is there.", on: [.withdraw, .hold], reading: ["available"],
      through: "1"
    ) { command, account, _ in command[amount] <= account.available },
    Rule(
      "overdraft-exceeded", "The account isn't overdrawn by more than 500.00.",
      on: [.withdraw, .hold], reading: ["available"], since: "2"
    ) { command, account, _ in command[amount] <= account.available &+ overdraft },
  ]

  static func evolve(_ account: inout State, with event: Event, in context: EntryContext) {
    switch event.type {
    case .opened: account = State(isOpen: true, owner: event[owner])
    case .erased: account.owner = nil
    case .deposited, .received: account.balance &+= event[amount]
    case .withdrawn: account.balance &-= event[amount]
    case .held:
      account.holds.append(
        Hold(transfer: event[transfer], amount: event[amount], payee: event[payee]))
    case .released, .settled:
      let place = account.holds.firstIndex { $0.transfer == event[transfer] }
      guard let hold = place.map({ account.holds.remove(at: $0) }) else { return }
      if event.type == .settled { account.balance &-= hold.amount }
    }
  }

  static let schema = FieldSchema(
    of: Bank.self,
    [
      .text("owner") { $0.owner }, .integer("balance") { $0.balance },
      .integer("available") { $0.available },
      .integer("holds") { $0.holds.count },
    ], where: { $0.isOpen })
}
