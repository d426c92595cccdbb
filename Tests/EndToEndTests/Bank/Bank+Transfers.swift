// Transfers from one account to another. A command changes one stream, so a transfer is several commands. Each has
// an id made of the transfer's, with which it counts once, however often it is executed.

import EventSourcing

extension Bank {
  /// Executes a command on an account, with an id.
  typealias Execution = (Command, _ account: String, _ id: String) throws -> Outcome<Bank>

  /// Sets the money aside, and finishes. After a crash, the same transfer can be executed again.
  static func transfer(
    _ id: String, of amount: Int, from payer: String, to payee: String, by execute: Execution
  ) throws {
    let hold = Hold(transfer: id, amount: amount, payee: payee)
    let command = Command(.hold, Bank.transfer(id), Bank.amount(amount), Bank.payee(payee))
    if case .refused(let refusal) = try execute(command, payer, id + ":hold").result {
      throw refusal
    }
    if let refusal = try finish(hold, of: payer, by: execute) { throw refusal }
  }

  /// Does what is left to do for a hold: pays the money in, then settles. If that is refused, the hold is released.
  static func finish(_ hold: Hold, of payer: String, by execute: Execution) throws -> Refusal? {
    let id = Bank.transfer(hold.transfer)
    let command = Command(.receive, id, Bank.amount(hold.amount), Bank.payer(payer))
    let receipt = try execute(command, hold.payee, "\(payer):\(hold.transfer):receive").result
    guard case .refused(let refusal) = receipt else {
      _ = try execute(Command(.settle, id), payer, hold.transfer + ":end")
      return nil
    }
    _ = try execute(Command(.release, id), payer, hold.transfer + ":end")
    return refusal
  }
}
