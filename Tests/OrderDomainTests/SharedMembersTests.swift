// Events mostly repeat their command's members, and are then not read a second time. What comes of that
// is the same as when each is read for itself.

import EventSourcing
import JSONLines
import OrderDomain
import Testing

@Suite struct SharedMembersTests {
  private static let quoted = OrderFields.amy.with {
    $0[.customer] = #"a "b" \c"#
    $0[.firstName] = "\t"
  }

  private static let commands: [(id: String, command: OrderCommand)] = [
    ("1", .create(.amy)), ("2", .create(.bob)), ("3", .create(quoted)),
    ("1", .update { $0[.phone] = "+1 555 0100" }),
    ("2", .update { $0[.shipmentStreet2] = #"c/o "The Attic""# }),
    ("1", .pay(Payment(amount: 3099, method: "card", reference: #"bank "1""#))),
    ("1", .ship(Shipping(carrier: "ACME", tracking: "T-1"))), ("1", .ship()), ("1", .deliver),
    ("1", .return), ("1", .refund(amount: 99)), ("2", .pay(Payment(amount: 5))), ("2", .cancel),
    ("3", .cancel), ("3", .delete), ("4", .deliver),
  ]

  private static func log() throws -> ByteStorage {
    let store = MemoryStore()
    let orders = StreamStates<Orders>()
    let engine = try Engine(
      store, states: [orders.erased], clock: { .noon }, salts: { Salt(1, 2) })
    for (index, (id, command)) in commands.enumerated() {
      let submission = Submission(
        command, on: .id(id), by: "amy", id: id == "1" ? "c-\(index)" : nil,
        reason: id == "2" ? "asked for" : nil)
      _ = try engine.execute(submission, in: orders)
    }
    var writer = JSONWriter()
    var storage = ByteStorage.empty
    let chunks = try store.chunks(from: .start)
    while let chunk = try chunks.next(reusing: &storage) {
      writer.raw(UnsafeRawBufferPointer(rebasing: chunk.storage.bytes[chunk.lines]))
    }
    return writer.storage()
  }

  private struct Read: Equatable {
    let command: OrderCommand?
    let events: [OrderEvent]
    let refusal: OrderRefusal?
  }

  private static func read(_ log: ByteStorage, as form: LineForm) throws -> [Read] {
    var decoder = EntryDecoder(form: form)
    var reader = JSONReader(
      log, in: 0..<log.count, profile: form == .store ? .canonical : .anyOrder)
    var body = DomainBody<Orders>()
    var all: [Read] = []
    while reader.position < reader.end {
      try body.read(try decoder.decode(&reader))
      all.append(Read(command: body.command, events: body.events, refusal: body.refusal))
    }
    return all
  }

  @Test func `events are the same, whether compared with their command or read`() throws {
    let log = try Self.log()
    let compared = try Self.read(log, as: .store)
    #expect(compared == (try Self.read(log, as: .history)))
    #expect(compared.map(\.command) == Self.commands.map(\.command))
  }

  @Test func `changing a command leaves its event as it is`() throws {
    let first = try #require(try Self.read(Self.log(), as: .store).first)
    guard case .create(var fields) = first.command else { return #expect(Bool(false)) }
    fields[.customer] = "somebody else"
    #expect(first.events == [.created(.amy, total: OrderFields.totalOfAmy)])
  }
}
