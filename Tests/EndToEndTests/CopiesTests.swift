// The copies of what is erased: every folder that ever got one, hard links, drafts; and how to clean them.

import Foundation
import JSONLines
import Testing

@Suite struct CopiesTests {
  let workspace: Workspace

  /// A store in several segments.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let commands = try workspace.expect(.done, "generate", "--orders", "30", "--seed", "3").output
    try workspace.write(commands, to: "orders.jsonl")
    try workspace.expect(
      .negative, "import", "orders.jsonl", "--segment-size", "10000", "--durability", "sync")
  }

  private func resolved(_ name: String) -> String {
    URL(fileURLWithPath: workspace.file(name)).resolvingSymlinksInPath().path
  }

  private func has(_ id: String, in store: String) throws -> Bool {
    try workspace.entries(of: store).contains {
      $0["stream"]?.string == "order/" + id && $0["personal"]?.members != nil
    }
  }

  @Test func `a restored archive is a copy, until the entries are archived there again`() throws {
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
    try workspace.expect(.done, "restore")
    try workspace.expect(.done, "erase", "1001", "--reason", "r", "--yes")
    #expect(try has("1001", in: "archive") && !has("1001", in: "store"))
    for arguments in [["1001"], ["1002"]] {
      let plan = try workspace.expect(.done, args: ["erase", "--dry-run"] + arguments).output
      #expect(
        plan.contains(
          "Archives that were restored, which have it until the entries are archived there again:\n"
            + "  \(resolved("archive"))\n"), "\(plan)")
    }
    let plan = try workspace.expect(.done, "erase", "1002", "--dry-run", "--json").document()
    #expect(plan["restoredArchives"]?.array?.map(\.string) == [resolved("archive")])
    #expect(plan["archives"] == nil)
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
    #expect(try !has("1001", in: "archive"))
    try workspace.expect(.done, "--store", "archive", "verify")
  }

  @Test func `an audit lists the copies`() throws {
    let clean = try workspace.run("audit", "--json").document()
    #expect(clean["copies"] == nil)
    #expect(try !workspace.run("audit").output.contains("Copies"))
    for folder in ["one", "two"] { try workspace.expect(.done, "backup", folder) }
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
    try workspace.expect(.done, "restore")
    let audit = try workspace.run("audit", "--json").document()
    #expect(
      audit["copies"]?["backups"]?.array?.map(\.string) == [resolved("one"), resolved("two")])
    #expect(audit["copies"]?["restoredArchives"]?.array?.map(\.string) == [resolved("archive")])
    let text = try workspace.run("audit").output
    #expect(
      text.contains(
        """
        Copies
          Archived to \(resolved("archive")), and restored.
          Backed up to \(resolved("one")).
          Backed up to \(resolved("two")).

        """), "\(text)")
    // A single file has none.
    try workspace.write(try workspace.log(), to: "log.jsonl")
    #expect(
      try workspace.run("audit", "--store", "log.jsonl", "--json").document()["copies"] == nil)
  }

  @Test func `a list of copies that can't be read is said, and erasing goes on`() throws {
    try workspace.expect(.done, "backup", "one")
    try workspace.write(
      "{\"path\":\"/tw\n" + workspace.text("store/backups.jsonl"), to: "store/backups.jsonl")
    let erased = try workspace.expect(.done, "erase", "1001", "--reason", "r", "--yes")
    #expect(
      erased.output.contains(
        """
        The list of copies can't be read in these places. Look for copies that aren't named here, and back up there again:
          ./store/backups.jsonl:1

        """), "\(erased)")
    #expect(
      erased.output.contains("until the store is backed up there again:\n  \(resolved("one"))\n"))
    #expect(try !has("1001", in: "store"))
    let plan = try workspace.expect(.done, "erase", "1002", "--dry-run", "--json").document()
    #expect(plan["unreadableCopies"]?.array?.map(\.string) == ["./store/backups.jsonl:1"])
    let audit = try workspace.run("audit")
    #expect(audit.output.contains("Perhaps elsewhere, too: ./store/backups.jsonl:1 can't be read."))
  }

  @Test func `a backup that takes the store's place knows the other copies`() throws {
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
    try workspace.expect(.done, "restore")
    for folder in ["one", "two"] { try workspace.expect(.done, "backup", folder) }
    try FileManager.default.removeItem(atPath: workspace.file("store"))
    // It is no copy of itself, wherever it is.
    let beside = try workspace.run("audit", "--json", "--store", "two").document()
    #expect(beside["copies"]?["backups"]?.array?.map(\.string) == [resolved("one")])
    try FileManager.default.moveItem(
      atPath: workspace.file("two"), toPath: workspace.file("store"))
    let plan = try workspace.expect(.done, "erase", "1001", "--dry-run", "--json").document()
    #expect(plan["restoredArchives"]?.array?.map(\.string) == [resolved("archive")])
    #expect(plan["backups"]?.array?.map(\.string) == [resolved("one")])
    // Its folder was moved.
    #expect(plan["unsearchedCopies"]?.array?.map(\.string) == [resolved("two")])
    let audit = try workspace.run("audit").output
    #expect(audit.contains("  Archived to \(resolved("archive")), and restored.\n"), "\(audit)")
  }

  @Test func `hard links and drafts are reported`() throws {
    let segment = workspace.segments()[0]
    try FileManager.default.linkItem(
      atPath: workspace.file(segment), toPath: workspace.file("other"))
    for name in ["order-draft.json", "order-draft-2.json", "order-1001-edited.json"] {
      try workspace.write("{}", to: name)
    }
    let plan = try workspace.expect(.done, "erase", "1001", "--dry-run", "--json").document()
    #expect(plan["linkedSegments"]?.array?.count == 1)
    #expect(plan["drafts"]?.array?.map(\.string) == ["order-draft.json", "order-draft-2.json"])
    let said = try workspace.expect(.done, "erase", "1001", "--reason", "r", "--yes").output
    #expect(
      said.contains("Segments that have other names elsewhere (hard links), which keep it:\n"))
    #expect(said.contains("Drafts of new orders here, which may have it:\n  order-draft.json\n"))
    #expect(workspace.names(in: ".").contains("order-draft.json"))
  }

  @Test func `what is in the store's folder and isn't the store's is removed, or named`() throws {
    let manager = FileManager.default
    let segment = workspace.segments()[0]
    let lines = try workspace.bytes(segment)
    try manager.createDirectory(
      atPath: workspace.file("store/quarantine/2026"), withIntermediateDirectories: true)
    try manager.createDirectory(
      atPath: workspace.file("store/old/log"), withIntermediateDirectories: true)
    let drafts = ["incoming", "rewriting", "base.jsonl.new", "erasures.new", "base.jsonl"]
    try manager.createDirectory(
      atPath: workspace.file("store/cache"), withIntermediateDirectories: true)
    let stray = [
      "all.txt", "cache/copy.jsonl", segment.replacing("store/", with: "") + ".bak",
      "old/log/1.jsonl",
    ]
    for name in drafts + stray + ["quarantine/2026/x"] {
      try workspace.write(lines, to: "store/" + name)
    }
    try workspace.write("{}", to: "store/quarantine/2026/x.json")
    func link(_ path: String, to other: String) throws {
      try manager.moveItem(atPath: workspace.file(path), toPath: workspace.file(other))
      try manager.createSymbolicLink(
        atPath: workspace.file(path), withDestinationPath: workspace.file(other))
    }
    try link(segment, to: "big")
    try workspace.write(lines, to: "store/quarantine/y")
    try link("store/quarantine/y", to: "elsewhere")

    let plan = try workspace.expect(.done, "erase", "1001", "--dry-run", "--json").document()
    func paths(_ key: String, of document: JSONValue) -> [String] {
      document[key]?.array?.compactMap(\.string) ?? []
    }
    let listed = paths("strayFiles", of: plan).map { $0.replacing(/^.*store\//, with: "") }
    #expect(listed == (drafts + stray).sorted(), "\(plan)")
    #expect(Set(paths("linkedFiles", of: plan)) == [resolved("big"), resolved("elsewhere")])
    #expect(paths("quarantine", of: plan).map { $0.hasSuffix("/2026/x") } == [true])

    let arguments = ["1001", "--reason", "r", "--yes", "--purge-quarantine"]
    let said = try workspace.expect(.done, args: ["erase"] + arguments).output
    for name in stray { #expect(said.contains("store/\(name)\n"), "\(said)") }
    for name in ["big", "elsewhere"] { #expect(said.contains("  \(resolved(name))\n"), "\(said)") }
    for name in drafts {
      #expect(!manager.fileExists(atPath: workspace.file("store/" + name)), "\(name)")
      #expect(!said.contains("store/\(name)\n"), "\(said)")
    }
    #expect(workspace.names(in: "store/quarantine/2026") == ["x.json"])
    #expect(try workspace.bytes("elsewhere") == lines && workspace.bytes("big") == lines)
  }

  /// Root may list any folder.
  @Test(.enabled(if: geteuid() != 0)) func `a folder that can't be listed is named`() throws {
    let manager = FileManager.default
    let paths = ["store/lost", "store/quarantine/lost"].map(workspace.file)
    func allow(_ permissions: Int) throws {
      for path in paths {
        try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      }
    }
    for path in paths {
      try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try allow(0)
    defer { try? allow(0o700) }
    let said = try workspace.expect(.done, "erase", "1001", "--reason", "r", "--yes").output
    #expect(said.contains("store/lost\n") && said.contains("quarantine/lost\n"), "\(said)")
    #expect(try workspace.run("audit").output.contains("Period"))
  }

  @Test func `a quarantine that is a symbolic link is named`() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file("elsewhere"), withIntermediateDirectories: true)
    try workspace.write("torn", to: "elsewhere/x")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.file("store/quarantine"), withDestinationPath: workspace.file("elsewhere"))
    let said = try workspace.expect(
      .done, "erase", "1001", "--reason", "r", "--yes", "--purge-quarantine"
    ).output
    #expect(said.contains("  \(resolved("elsewhere"))\n"), "\(said)")
  }

  @Test func `copies are searched for what is erased`() throws {
    func copies() throws -> [String: [String]] {
      let plan = try workspace.expect(.done, "erase", "1001", "--dry-run", "--json").document()
      let keys = [
        "backups", "restoredArchives", "unfinishedArchives", "cleanCopies", "unsearchedCopies",
      ]
      return keys.reduce(into: [:]) { found, key in
        let paths = plan[key]?.array?.compactMap { $0.string?.split(separator: "/").last } ?? []
        if !paths.isEmpty { found[key] = paths.map(String.init) }
      }
    }
    try workspace.expect(.done, "backup", "early")
    try workspace.expect(.done, "erase", "1001", "--reason", "r", "--yes")
    for name in ["late", "lost", "based"] { try workspace.expect(.done, "backup", name) }
    #expect(try copies() == ["backups": ["early"], "cleanCopies": ["late", "lost", "based"]])
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
    // The backup has a base, in which the order is erased.
    try workspace.expect(.done, "backup", "based")
    try workspace.expect(.done, "restore", "--from", "store/log")
    try FileManager.default.removeItem(atPath: workspace.file("lost"))
    try workspace.write("1", to: "late/copy.txt")
    #expect(
      try copies() == [
        "backups": ["early"], "cleanCopies": ["archive", "based"],
        "unsearchedCopies": ["late", "lost"],
      ])
    let said = try workspace.expect(.done, "erase", "1001", "--dry-run").output
    #expect(
      said.contains(
        "Copies that were searched, and have nothing of it:\n  \(resolved("archive"))\n"),
      "\(said)")
    try workspace.expect(.done, "backup", "early")
    #expect(try copies()["backups"] == nil)
  }

  @Test func `an archive that wasn't finished isn't called restored`() throws {
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
    try workspace.expect(.done, "restore")
    // The archive is locked until all segments are copied and read.
    try workspace.write("", to: "archive/lock")
    let plan = try workspace.expect(.done, "erase", "1001", "--dry-run", "--json").document()
    #expect(plan["unfinishedArchives"]?.array?.map(\.string) == [resolved("archive")])
    #expect(plan["restoredArchives"] == nil)
    let audit = try workspace.run("audit").output
    #expect(audit.contains("  Archived to \(resolved("archive")), but not finished.\n"), "\(audit)")
  }

  @Test(arguments: [true, false])
  func `what may be left in the cache is a pending erasure`(_ isReadable: Bool) throws {
    try workspace.expect(.done, "erase", "1001", "--reason", "r", "--yes")
    #expect(try !workspace.expect(.done, "verify").output.contains("Pending"))
    // A writer that is killed before it has removed what was derived leaves these.
    try workspace.write(
      isReadable ? #"{"mark":"1","pending":true,"rewriting":true}"# + "\n" : "",
      to: "store/erasures")
    let verified = try workspace.expect(.done, "verify").output
    #expect(
      verified.contains(
        "Pending erasure: what was derived from erased personal data may still be in the cache."))
    #expect(
      try workspace.expect(.done, "verify", "--json").document()["unfinishedErasure"]
        == .boolean(true))
    let audit = try workspace.run("audit", "--json").document()
    let names = audit["findings"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(names.contains("pending-erasure"))
    try workspace.expect(.done, "shipping-methods", "add", "drone", "Drone")
    #expect(try !workspace.expect(.done, "verify").output.contains("Pending"))
  }

  @Test func `a backup follows an erasure and an archive`() throws {
    try workspace.expect(.done, "backup", "copy")
    try workspace.expect(.done, "erase", "1001", "1030", "--reason", "r", "--yes")
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
    try workspace.expect(.done, "backup", "copy")
    let verified = try workspace.expect(.done, "--store", "copy", "verify").output
    #expect(!verified.contains("isn't part of the log"), "\(verified)")
    #expect(
      try workspace.expect(.done, "--store", "copy", "list", "--json").output
        == workspace.expect(.done, "list", "--json").output)
    #expect(try !has("1001", in: "copy") && !has("1030", in: "copy"))
  }
}
