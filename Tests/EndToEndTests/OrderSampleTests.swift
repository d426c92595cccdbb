// The sample app, as its comment and README say it is run.

import Foundation
import TestKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct OrderSampleTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func start(_ arguments: String...) throws -> RunningProcess {
    try RunningProcess(
      Tool.path("OrderSample"), arguments, in: workspace.path, environment: Tool.environment)
  }

  /// Expects that the auditor has seen each payment once, and that the log is good.
  private func expectBooks(_ output: String, of store: String) throws {
    let counts = output.matches(of: /auditor: till-. took (\d+) payments/).map { Int($0.output.1) }
    #expect(counts.reduce(0) { $0 + ($1 ?? 0) } == 40, "\(output)")
    #expect(output.matches(of: /auditor: \d+ is shipped, 25.00 of 25.00 paid/).count == 4)
    try workspace.expect(.done, "verify", "--store", store)
    try workspace.expect(.done, "replay", "--store", store)
    let log = try workspace.expect(.done, "log", "--store", store, "--json").output
    #expect(log.matches(of: /"type":"order-created"/).count == 4)
  }

  @Test func `in a folder, all work in one process, and a second day changes nothing`() throws {
    for _ in 1...2 {
      let day = try start("shop").finish()
      #expect(day.errors.isEmpty, "\(day)")
      try expectBooks(day.output, of: "shop")
    }
  }

  @Test func `a store that can't be opened is said, and no success`() throws {
    try workspace.write("", to: "shop")
    let finished = try start("shop").finish()
    #expect(finished.code == 1 && finished.output.isEmpty && finished.errors.contains("shop"))
  }

  @Test(.needsServer)
  func `on a server, two tills and an auditor are processes with logins of their own`() throws {
    let cluster = try PrivateCluster.shared.get()
    let address = try cluster.database()
    try workspace.expect(.done, "init", address)
    for (login, role) in [("till-1", "writer"), ("till-2", "writer"), ("auditor", "reader")] {
      try cluster.makeLogin(login)
      try workspace.expect(.done, "grant", login, role, "--store", address)
    }
    func start(_ name: String) throws -> RunningProcess {
      try self.start(address.replacing("postgres@", with: name + "@"), name)
    }
    let (auditor, first, second) = (try start("auditor"), try start("till-1"), try start("till-2"))
    let tills = try first.finish().output + second.finish().output
    let books = try auditor.finish()
    #expect(books.errors.isEmpty, "\(books)")
    try expectBooks(books.output, of: address)
    // The tills were told the same.
    #expect(tills.matches(of: /till-.: took 2.50 for/).count == 40, "\(tills)")
    #expect(tills.matches(of: /till-.: shipped/).count == 4)
  }
}
