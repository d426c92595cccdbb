// Addresses of servers, and what is shown of them.

import Foundation
import Testing

@testable import EventLog

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("postgres://amy@host/shop", "postgres://amy@host/shop"),
    ("postgres://amy:secret@host:5433/shop", "postgres://amy@host:5433/shop"),
    ("postgresql://amy:se?cret@host/shop", "postgresql://amy@host/shop"),
    ("postgres://amy:se/cret@host/a?sslmode=require", "postgres://amy@host/a?sslmode=require"),
    ("postgres://amy:a@secret@host/shop", "postgres://amy@host/shop"),
    ("postgres://host/shop?user=amy&password=secret", "postgres://host/shop?user=amy"),
    ("postgres://host/shop?p%61ssword=secret&sslpassword=secret", "postgres://host/shop"),
    ("postgres:///?service=shop", "postgres:///?service=shop"),
    ("postgres://one:1,two:2/shop", "postgres://one:1,two:2/shop"),
    ("postgres://amy@host:5432:secret/shop", "postgres://amy@host:5432/shop"),
    ("postgres:///x?dbname=host%3Da%20password%3Dsecret", "postgres:///x"),
    ("Postgres://amy:secret@Host/X", "postgres://amy@Host/X"),
  ]) func `the password isn't shown`(_ path: String, _ shown: String) throws {
    #expect(try #require(ServerAddress(path)).shown == shown)
  }

  @Test func `a text shows no password`() {
    let text = "'postgres://amy:secret@host/shop' is a folder; postgres://bob:secret@host/x: no."
    #expect(!withoutPasswords(text).contains("secret"))
    #expect(withoutPasswords("Ask postgres, or amy@host.") == "Ask postgres, or amy@host.")
  }

  @Test(arguments: ["store", "./postgres:", "/postgres://x", "-", ""])
  func `other paths are of folders and files`(_ path: String) {
    #expect(ServerAddress(path) == nil)
  }

  @Test(arguments: [
    ("postgres://127.example.com/shop", true),
    ("postgres://127.0.0.1/shop", false),
    ("postgres://db.example.com/shop", true),
    ("postgres://localhost,db.example.com/shop", true),
    ("postgres:///shop?host=db.example.com", true),
    ("postgres://localhost/shop", false),
    ("postgres://%2Ftmp/shop", false),
    ("postgres:///shop", false),
    ("postgres://[::1]:1/shop", false),
    ("postgres://db.example.com/shop?sslmode=require", false),
    // It may be in a file that only libpq knows.
    ("postgres:///?service=shop", true),
    ("postgres:///?service=shop&sslmode=require", false),
  ]) func `another machine must prove who it is, unless the address says otherwise`(
    _ path: String, _ mustProve: Bool
  ) throws {
    try expect(path, mustProve, [:])
  }

  @Test(
    arguments: [
      ("postgres:///shop", true, ["PGHOST": "db.example.com"]),
      ("postgres:///shop", true, ["PGHOSTADDR": "192.0.2.1"]),
      ("postgres://localhost/shop", false, ["PGHOST": "db.example.com"]),
      ("postgres://db.example.com/shop", true, ["PGSSLMODE": ""]),
      ("postgres://db.example.com/shop", false, ["PGSSLMODE": "prefer"]),
      ("postgres:///?service=far", true, [:]),
      ("postgres:///", true, ["PGSERVICE": "far"]),
      ("postgres:///", false, ["PGSERVICE": "near", "PGHOST": "db.example.com"]),
      ("postgres:///?service=open", false, [:]),
      ("postgres://db.example.com/?service=none", true, [:]),
    ] as [(String, Bool, [String: String])])
  func `another machine must prove who it is, also one that a service or a variable names`(
    _ path: String, _ mustProve: Bool, _ variables: [String: String]
  ) throws {
    let file = NSTemporaryDirectory() + "services-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let services =
      "[far]\nhost=db.example.com\n[near]\nhost=/tmp\n[open]\nhost=db.example.com\nsslmode=require\n"
    try services.write(toFile: file, atomically: true, encoding: .utf8)
    try expect(path, mustProve, variables.merging(["PGSERVICEFILE": file]) { $1 })
  }

  private func expect(_ path: String, _ mustProve: Bool, _ variables: [String: String]) throws {
    let world = ServiceFiles { name in variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    let defaults = try #require(ServerAddress(path)).defaults(in: world)
    #expect(defaults.map { "\($0)=\($1)" } == (mustProve ? ["sslmode=verify-full"] : []))
  }
}
