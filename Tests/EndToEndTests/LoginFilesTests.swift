// libpq's files, of which a login changes only its own part.

import EventSourcing
import Foundation
import Testing

@testable import HistoryTool

@Suite struct LoginFilesTests {
  private let carl = ServerParameters(address: "postgres://carl@db:5433/shop") ?? .init()
  private static let written = "[shop]\nuser=carl\nhost=db\nport=5433\ndbname=shop\n"

  private static let sections: [(String, String)] = [
    ("", "\(written)"),
    ("[other]\nhost=x\n", "[other]\nhost=x\n\n\(written)"),
    ("# mine\n[other]\nhost=x", "# mine\n[other]\nhost=x\n\n\(written)"),
    ("[shop]\nhost=old\npassword=p\n\n# next\n[z]\n", "\(written)\n# next\n[z]\n"),
    ("[shop]\n[z]\nhost=shop\n", "\(written)[z]\nhost=shop\n"),
    ("[a]\r\nx=1\r\n[shop]\n# kept\nhost=old\n", "[a]\r\nx=1\r\n\(written)# kept\n"),
  ]

  @Test(arguments: sections) func `only the section of one service is changed`(
    _ before: String, _ after: String
  ) {
    var file = ServiceFile(before)
    file.set("shop", to: carl)
    #expect(file.text == after)
    #expect(file["shop"] == carl)
    file.set("shop", to: carl)
    #expect(file.text == after)
  }

  @Test func `a service is removed, and others stay`() {
    var file = ServiceFile("[a]\nx=1\n\n# of shop\n[shop]\nhost=db\n# in it\nuser=x\n\n[z]\ny=2\n")
    file.remove("none")
    #expect(file.others(than: "a").map(\.all.count) == [2, 1])
    file.remove("shop")
    #expect(file.text == "[a]\nx=1\n\n# of shop\n# in it\n\n[z]\ny=2\n")
    #expect(file["shop"] == nil)
  }

  @Test func `all sections of a service are removed, of which only the first one counts`() {
    var file = ServiceFile("[shop]\nx=1\n[z]\ny=2\n[shop]\nx=3\n")
    #expect(file["shop"]?["x"] == "1")
    file.remove("shop")
    #expect(file.text == "[z]\ny=2\n")
  }

  @Test func `a password comes first, in the place of the one before`() {
    var file = PasswordFile("# mine\n*:*:*:*:any\ndb:5433:shop:carl:old\n")
    file.set(#"a:b\c"#, for: carl)
    #expect(file.text == #"db:5433:shop:carl:a\:b\\c"# + "\n# mine\n*:*:*:*:any\n")
    file.remove(carl, keepingThoseOf: [carl])
    #expect(file.hasPassword(for: carl))
    file.remove(carl, keepingThoseOf: [])
    #expect(file.text == "# mine\n*:*:*:*:any\n")
  }

  @Test func `each host has its password`() throws {
    let parameters = try #require(
      ServerParameters(address: "postgres://carl@one:1,two,[::1]:3/shop"))
    var file = PasswordFile("")
    file.set("p", for: parameters)
    #expect(
      file.text == "one:1:shop:carl:p\ntwo:5432:shop:carl:p\n\\:\\:1:3:shop:carl:p\n")
  }

  @Test func `the files are replaced, readable by their owner only, also behind a link`() throws {
    let folder = NSTemporaryDirectory() + "login-\(UUID())"
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(atPath: folder) }
    try #require(
      manager.createFile(atPath: folder + "/real", contents: Data("x:1:y:z:w\n".utf8)))
    try manager.createSymbolicLink(
      atPath: folder + "/.pgpass", withDestinationPath: folder + "/real")
    let files = try PostgresFiles(["HOME": folder])
    try files.setPassword("p", for: carl)
    try files.setService("shop", to: carl)
    for name in ["real", ".pg_service.conf"] {
      let attributes = try manager.attributesOfItem(atPath: folder + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    #expect(
      try String(contentsOfFile: folder + "/.pgpass", encoding: .utf8)
        == "db:5433:shop:carl:p\nx:1:y:z:w\n")
    #expect(try files.service("shop") == carl)
    try files.setService("till", to: carl)
    #expect(try files.removePassword(of: "shop") == .needed)
    try files.setService("till", to: nil)
    #expect(try files.removePassword(of: "shop") == .removed)
    #expect(try files.removePassword(of: "shop") == .none)
  }

  @Test(
    arguments: [
      (
        "postgres://amy:se%3Acret@host:5433/shop",
        "user=amy password=se:cret host=host port=5433 dbname=shop"
      ),
      ("postgresql:///?service=shop", "service=shop"),
      ("postgres://%2Ftmp%2Fpg/a%20b", "host=/tmp/pg dbname=a b"),
      ("postgres://[::1]:1,db/x?sslmode=require", "host=::1,db port=1, dbname=x sslmode=require"),
      ("PostgreSQL:///shop", "dbname=shop"), ("postgres://", ""), ("postgres://a%zz", nil),
      ("postgres:///x?y", nil), ("store", nil),
    ] as [(String, String?)])
  func `an address has its parameters`(_ address: String, _ parameters: String?) {
    let read = ServerParameters(address: address)
    #expect(read?.all.map { "\($0.name)=\($0.value)" }.joined(separator: " ") == parameters)
    if let read { #expect(ServerParameters(address: read.address) == read) }
  }
}
