import EventSourcing
import OrderDomain
import OrderScenes

@testable import EventLog
@testable import HistoryScenes

/// A store in memory with made-up orders, in segments of about forty entries.
struct MadeUpStore {
  /// An actor that the log has escapes for.
  static let quoting = #"am\y "b""#

  let disk = MemoryDisk()
  var directory: LogDirectory { LogDirectory("/store", on: disk) }

  init(seed: UInt64, orders: Int = 60) throws {
    try directory.create(id: Notes.id, created: Timestamp(microseconds: 1))
    try execute(MadeUpShop(orders: orders, seed: seed))
    try execute(
      ["1002", "1040", "1060"].map { Submission(.cancel, on: .id($0), by: Self.quoting) })
  }

  func execute(_ commands: some Sequence<Submission<OrderCommand>>) throws {
    var options = FileStore.Options()
    options.segmentSize = 20_000
    let store = try FileStore(directory, options)
    let engine = try OrderEngine(
      store, clock: { Timestamp(microseconds: 1_900_000_000_000_000) }, salts: { Salt(1, 2) })
    // A segment ends with a write.
    for (number, command) in commands.enumerated() {
      let durability: Durability = number % 8 == 0 ? .sync : .none
      _ = try engine.engine.execute(command, in: engine.orders, durability: durability)
    }
    try store.close()
  }

  /// - Parameter smallest: The number of bytes that are rather read than indexed; `.max` to read everything.
  func reader(smallest: Int = 5_000) throws -> StoreReader {
    try StoreReader(directory, smallestIndex: smallest)
  }

  func history(smallest: Int = 5_000) throws -> History {
    History(try reader(smallest: smallest), of: .orders)
  }
}

extension OrderFields {
  /// All that a new order needs.
  static let valid = {
    var fields = OrderFields()
    fields[.customer] = "amy"
    fields[.shippingMethod] = "standard"
    fields[.paymentKind] = "cash"
    fields[.currency] = "USD"
    for field: OrderField in [.firstName, .lastName] { fields[field] = "Amy" }
    (fields[.phone], fields[.email]) = ("111-111-1111", "amy@example.com")
    for field: OrderField in [.billingStreet1, .shipmentStreet1] { fields[field] = "1 Loop" }
    for field: OrderField in [.billingCity, .shipmentCity] { fields[field] = "Ames" }
    for field: OrderField in [.billingState, .shipmentState] { fields[field] = "IA" }
    for field: OrderField in [.billingZip, .shipmentZip] { fields[field] = "50010" }
    fields.items = [Item(sku: "A-1", quantity: 2, unitPrice: 1250)]
    return fields
  }()
}
