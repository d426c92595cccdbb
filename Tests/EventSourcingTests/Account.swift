// The domain that the engine's tests use: accounts with an owner, who is personal data. Withdrawing
// everything has two events; `Edition` says which version of the rules this is.

import EventSourcing
import JSONLines

protocol AccountEdition: Sendable {
  static var version: String { get }
  static var category: String { get }
  static var upcasters: [Upcaster] { get }
}

extension AccountEdition {
  static var category: String { "account" }
  static var upcasters: [Upcaster] { [] }
}

enum FirstEdition: AccountEdition { static let version = "1" }
enum SecondEdition: AccountEdition { static let version = "2" }

enum AccountCommand: Hashable, Sendable {
  case open(owner: Text?)
  case deposit(Int)
  case withdraw(Int)
}

enum AccountEvent: Hashable, Sendable {
  case opened(owner: Text?)
  case deposited(Int)
  case withdrawn(Int)
  case emptied
}

enum AccountRefusal: RecordedRefusal {
  case alreadyOpen, notOpen, overdrawn
  case invalid([InvalidField])

  var code: String {
    switch self {
    case .alreadyOpen: "already-open"
    case .notOpen: "not-open"
    case .overdrawn: "overdrawn"
    case .invalid: "invalid"
    }
  }
  var fields: [InvalidField] { if case .invalid(let fields) = self { fields } else { [] } }

  init?(code: String, fields: [InvalidField]) {
    let all: [Self] = [.alreadyOpen, .notOpen, .overdrawn, .invalid(fields)]
    guard let refusal = all.first(where: { $0.code == code }) else { return nil }
    self = refusal
  }
}

struct AccountState: Hashable, Sendable {
  var isOpen = false
  var owner: Text?
  var balance = 0
  var changedAt = Timestamp.earliest
  var revs: [Int] = []
}

enum Account<Edition: AccountEdition>: CodableDecider {
  static var category: String { Edition.category }
  static var version: String { Edition.version }
  static var upcasters: [Upcaster] { Edition.upcasters }
  static var initial: AccountState { AccountState() }

  static func objection(to event: AccountEvent, in account: AccountState) -> String? {
    guard case .deposited(let amount) = event, account.balance > 1 << 53 - 1 - amount else {
      return nil
    }
    return "The balance becomes too large."
  }

  static func decide(
    _ command: AccountCommand, on account: AccountState, in context: EntryContext
  ) throws(AccountRefusal) -> [AccountEvent] {
    switch command {
    case .open(let owner):
      if account.isOpen { throw .alreadyOpen }
      return [.opened(owner: owner)]
    case .deposit(let amount):
      if !account.isOpen { throw .notOpen }
      if amount < 0 { throw .invalid([InvalidField(field: "amount", code: "out-of-range")]) }
      return amount == 0 ? [] : [.deposited(amount)]
    case .withdraw(let amount):
      if !account.isOpen { throw .notOpen }
      if amount > account.balance { throw .overdrawn }
      return amount == account.balance ? [.withdrawn(amount), .emptied] : [.withdrawn(amount)]
    }
  }

  static func evolve(
    _ account: inout AccountState, with event: AccountEvent, in context: EntryContext
  ) {
    account.changedAt = context.at
    account.revs.append(context.rev)
    switch event {
    case .opened(let owner): (account.isOpen, account.owner) = (true, owner)
    case .deposited(let amount): account.balance += amount
    case .withdrawn(let amount): account.balance -= amount
    case .emptied: break
    }
  }

  static func type(of command: AccountCommand) -> StaticString {
    switch command {
    case .open: "open"
    case .deposit: "deposit"
    case .withdraw: "withdraw"
    }
  }

  static func type(of event: AccountEvent) -> StaticString {
    switch event {
    case .opened: "opened"
    case .deposited: "deposited"
    case .withdrawn: "withdrawn"
    case .emptied: "emptied"
    }
  }

  static func writeMembers(of command: AccountCommand, to writer: inout JSONWriter) {
    switch command {
    case .open: break
    case .deposit(let amount), .withdraw(let amount): write(amount, to: &writer)
    }
  }

  static func writeMembers(of event: AccountEvent, to writer: inout JSONWriter) {
    switch event {
    case .opened, .emptied: break
    case .deposited(let amount), .withdrawn(let amount): write(amount, to: &writer)
    }
  }

  private static func write(_ amount: Int, to writer: inout JSONWriter) {
    writer.raw(#","amount":"#)
    writer.integer(Int64(amount))
  }

  static func writePersonal(of command: AccountCommand, to writer: inout JSONWriter) -> Bool {
    guard case .open(let owner?) = command else { return false }
    writer.raw(#","owner":"#)
    writer.string(owner)
    return true
  }
}

// Reading.
extension Account {
  static var shapes: PayloadShapes { accountShapes }

  static func command(_ payload: Payload) throws(JSONError) -> AccountCommand {
    switch payload.type {
    case 0: .open(owner: owner(payload))
    case 1: .deposit(Int(try payload.require("amount")))
    default: .withdraw(Int(try payload.require("amount")))
    }
  }

  static func event(_ payload: Payload) throws(JSONError) -> AccountEvent {
    switch payload.type {
    case 0: .opened(owner: owner(payload))
    case 1: .deposited(Int(try payload.require("amount")))
    case 2: .withdrawn(Int(try payload.require("amount")))
    default: .emptied
    }
  }

  private static func owner(_ payload: Payload) -> Text? {
    let owner = payload.personalText()
    return owner.isPresent ? Text(payload.storage, owner) : nil
  }
}

/// Not in the decider, because generic types have no constants.
private let accountShapes = PayloadShapes(
  commands: [
    PayloadShape("open"), PayloadShape("deposit", .integer("amount")),
    PayloadShape("withdraw", .integer("amount")),
  ],
  events: [
    PayloadShape("opened"), PayloadShape("deposited", .integer("amount")),
    PayloadShape("withdrawn", .integer("amount")), PayloadShape("emptied"),
  ],
  personal: [.text("owner")])
