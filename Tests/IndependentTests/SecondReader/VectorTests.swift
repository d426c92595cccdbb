import Testing

/// The vectors that are meant for every implementation, judged by the second reader and by the tool.
@Suite struct VectorTests {
  @Test func `the second reader judges every vector as told`() throws {
    for vector in try Vector.all() {
      let reading = vector.log.read()
      #expect(vector.accepts(reading.verdict), "\(vector.name): \(reading.verdict)")
      #expect(reading.entries.count == vector.entries, "\(vector.name)")
      if let orders = vector.orders {
        let own = reading.history.orders.values.sorted { $0.id < $1.id }.map(\.json)
        #expect(own == orders, "\(vector.name)")
      }
      if let methods = vector.methods {
        #expect(Node(reading.history.catalog.methods.map(\.json)) == methods, "\(vector.name)")
      }
      if vector.verdict.kind == .good {
        #expect(Replay(of: reading.entries).diverging == vector.diverging, "\(vector.name)")
      }
    }
  }

  @Test func `the tool judges every vector as told`() throws {
    let bench = try Bench()
    for vector in try Vector.all() {
      try bench.judge.write(vector.log)
      let said = try bench.judge.toolsVerdict()
      #expect(vector.accepts(said), "\(vector.name): \(said)")
      if let orders = vector.orders {
        #expect(try bench.judge.toolsOrders() == orders.map(\.canonical), "\(vector.name)")
      }
      #expect(try bench.judge.difference(of: vector.log.read()) == nil, "\(vector.name)")
    }
  }

  @Test func `there are vectors of every kind`() throws {
    let vectors = try Vector.all()
    #expect(vectors.count >= 40)
    #expect(Set(vectors.map(\.name)).count == vectors.count)
    for kind in [Verdict.Kind.good, .torn, .corrupt, .newer] {
      #expect(vectors.count { $0.verdict.kind == kind } >= 4, "\(kind)")
    }
  }
}
