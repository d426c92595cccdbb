// All figures beside other systems, in the order in which they are measured and printed.

/// A figure of a peer: how many times as fast CleanStore is.
struct PeerFigure: Sendable {
  let peer: Peer
  let heading: Heading
  let measure: @Sendable (PeerSession) throws -> [Run]

  var name: String { heading.name }

  private init(
    _ name: String, _ title: String, in unit: Unit = .perSecond, beside peer: Peer,
    _ what: String, atLeast ratio: Double? = nil,
    measure: @escaping @Sendable (PeerSession) throws -> [Run]
  ) {
    self.peer = peer
    heading = Heading(
      name: name, title: title, unit: unit, floor: "\(peer.title) \(what)",
      target: ratio.map { .atLeastTimesFloor($0) })
    self.measure = measure
  }

  static let all = [
    PeerFigure(
      "sqlite-append", "durable single append", beside: .sqlite, "INSERT", atLeast: 0.85
    ) { try $0.appends() },
    PeerFigure(
      "sqlite-append-preallocated", "the same, preallocated", beside: .sqlite, "INSERT",
      atLeast: 1.1
    ) { try $0.appends(preallocating: true) },
    PeerFigure("postgresql-1", "1 caller", beside: .postgresql, "INSERT") {
      try $0.callers(1, commands: 4_000)
    },
    PeerFigure("postgresql-8", "8 waiting callers", beside: .postgresql, "INSERT") {
      try $0.callers(8, commands: 16_000)
    },
    PeerFigure("redis-8", "8 waiting callers", beside: .redis, "XADD", atLeast: 1.3) {
      try $0.callers(8, commands: 16_000)
    },
    PeerFigure("redis-64", "64 waiting callers", beside: .redis, "XADD", atLeast: 1.1) {
      try $0.callers(64, commands: 64_000)
    },
    PeerFigure(
      "duckdb-fold", "fold, two cores", beside: .duckdb, "GROUP BY", atLeast: 1.2
    ) { try $0.fold(jobs: 2) },
    PeerFigure(
      "simdjson-decode", "full decode, canonical", in: .bytesPerSecond, beside: .simdjson,
      "every value"
    ) { try $0.decode() },
    PeerFigure(
      "eventsourcing-append", "durable single append", beside: .eventsourcing, "save"
    ) { try $0.appends() },
    PeerFigure(
      "eventsourcing-fold", "fold, one core", beside: .eventsourcing, "get of all"
    ) { try $0.rebuild() },
  ]
}
