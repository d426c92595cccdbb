// Entries as the engine has them once a command was decided: ready to be encoded.

import EventSourcing
import JSONLines
import OrderDomain

/// Commands with their outcomes.
struct DecodedEntries {
  /// A class, so that the benchmark lends its parts instead of copying them.
  private final class Decided {
    let submission: OrderSubmission
    let result: Outcome<Orders>.Result
    let context: EntryContext

    init(_ submission: OrderSubmission, _ result: Outcome<Orders>.Result, _ context: EntryContext) {
      self.submission = submission
      self.result = result
      self.context = context
    }
  }

  private var all: [Decided] = []
  private let salt = Salt(1, 2)

  /// The first entries of a log.
  init(_ log: ByteStorage, limit: Int = .max) {
    attempt("decoding entries") {
      var reader = try EntryReader(MemorySource(log, as: .store), checksPayloads: true)
      var body = DomainBody<Orders>()
      while all.count < limit, let entry = try reader.next(into: &body), let command = body.command
      {
        let context = body.context(of: entry)
        let submission = OrderSubmission(
          command, on: .single, by: "", expect: body.head.expect)
        let result = body.refusal.map { Outcome<Orders>.Result.refused($0) }
        all.append(
          Decided(
            submission, result ?? .accepted(body.events),
            entry.isAccepted ? context : context.next))
      }
    }
  }

  var count: Int { all.count }

  /// Encodes one of them.
  func fill(_ line: inout EntryLine, with index: Int) {
    let decided = all[index]
    line.fill(
      seq: index + 1, decided.submission.command, expect: decided.submission.circumstances.expect,
      as: decided.submission.circumstances, decided.result, in: decided.context,
      after: index == 0 ? nil : Orders.version, of: Orders.self, salts: { salt })
  }
}

extension EntryContext {
  /// A context names the revision that an accepted command leads to; a refused one's entry has the
  /// one before.
  fileprivate var next: EntryContext {
    EntryContext(
      stream: String(stream), rev: rev + 1, at: at, actor: String(actor),
      commandID: commandID.map { String($0) }, reason: reason.map { String($0) })
  }
}
