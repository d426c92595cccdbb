import Foundation
import Testing

/// The cache of a long log, as a whole.
@Suite struct CacheTests {
  let workspace: Workspace

  /// A log that is long enough for indexes, in several segments.
  private static let store = Result {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let orders = try workspace.expect(.done, "generate", "--orders", "2500").output
    try workspace.write(orders, to: "orders.jsonl")
    try workspace.expect(.negative, "import", "orders.jsonl", "--segment-size", "1048576")
    return workspace.files(in: ".")
  }

  init() throws {
    workspace = try Workspace()
    try workspace.makeFolder(".", of: Self.store.get())
  }

  private func index(_ name: String) -> String { "store/cache/\(name).index" }

  @Test func `it is built, checked and removed, and commands do without it`() throws {
    let shown = try workspace.expect(.done, "show", "1163").output
    let counted = try workspace.expect(.done, "stats").output
    let status = try workspace.expect(.done, "cache").output
    #expect(
      status.hasPrefix("There are indexes of 5 of 6 segments, and snapshots of 5, "), "\(status)")
    #expect(
      status.hasSuffix("\n  segment 9183  index short, snapshot short\n"), "\(status)")
    let removed = try workspace.expect(.done, "cache", "clear", "--json").output
    // Of each segment, an index, the states of the orders, and those of the catalogue.
    #expect(removed.hasPrefix(#"{"removed":15,"bytes":"#), "\(removed)")
    let cleared = try workspace.expect(.done, "cache", "status", "--json").output
    #expect(
      cleared.hasPrefix(
        #"{"segments":[{"segment":1,"index":"absent","checkpoint":"absent","bytes":0},"#),
      "\(cleared)")
    let checked = try workspace.expect(.done, "cache", "verify", "--json").output
    #expect(checked == #"{"checked":0,"same":true}"# + "\n")
    let built = try workspace.expect(.done, "cache", "rebuild").output
    #expect(
      built.hasPrefix("Built indexes of 5 of 6 segments, and snapshots of 5, "), "\(built)")
    let right = try workspace.expect(.done, "cache", "verify").output
    // Beside these 15, the tiles and what they leave over.
    let tiles = try workspace.entries().count / 256
    #expect(built.contains("\nThe hashes of \(tiles * 256) entries are there, too.\n"), "\(built)")
    #expect(right == "\(15 + tiles + 1) files checked: what they say is what the log says.\n")
    #expect(try workspace.expect(.done, "show", "1163").output == shown)
    #expect(try workspace.expect(.done, "stats").output == counted)
  }

  @Test func `a forged tile is found, and a damaged one is built again by a command that uses it`()
    throws
  {
    try workspace.expect(.done, "cache", "rebuild")
    let first = try workspace.expect(.done, "checkpoint", "--at", "700").output
    let name = "store/cache/tile/0/002"
    var bytes = try workspace.bytes(name)
    bytes[77] ^= 1
    try workspace.write(bytes, to: name)
    let found = try workspace.expect(.negative, "cache", "verify").output
    #expect(found.hasPrefix("The tile of segment 1 isn't what the log says.\n"), "\(found)")
    let again = try workspace.expect(.done, "checkpoint", "--at", "700")
    #expect(again.output == first)
    #expect(
      again.errors.contains(".tree was damaged, and was built again from the log."), "\(again)")
    try workspace.expect(.done, "cache", "verify")
    #expect(try workspace.expect(.done, "checkpoint", "--at", "700").output == first)
    // The files of another store.
    let other = try Workspace()
    try other.expect(.done, "init", "store")
    try other.write(try workspace.text("orders.jsonl"), to: "orders.jsonl")
    try other.expect(.negative, "import", "orders.jsonl", "--segment-size", "1048576")
    try other.expect(.done, "cache", "rebuild")
    for tile in workspace.names(in: "store/cache/tile/0") {
      try workspace.write(
        try other.bytes("store/cache/tile/0/" + tile), to: "store/cache/tile/0/" + tile)
    }
    try workspace.expect(.negative, "cache", "verify")
  }

  @Test func `a damaged index is found, and is built again by a command that uses it`() throws {
    let shown = try workspace.expect(.done, "show", "1163").output
    let name = index("00000000000000000001")
    var bytes = try workspace.bytes(name)
    bytes[5000] ^= 1
    try workspace.write(bytes, to: name)
    let found = try workspace.expect(.negative, "cache", "verify").output
    #expect(
      found == """
        The index of segment 1 isn't what the log says, first for order/1163.
        `cleanstore cache rebuild` builds it again from the log.

        """)
    let again = try workspace.expect(.done, "show", "1163")
    #expect(again.output == shown)
    let note = "cleanstore: ./\(name) was damaged, and was built again from the log.\n"
    #expect(again.errors == note, "\(again)")
    #expect(try workspace.expect(.done, "show", "1163").errors.isEmpty)
    // A file where the folder should be: nothing can be kept.
    try workspace.expect(.done, "cache", "clear")
    try FileManager.default.removeItem(atPath: workspace.file("store/cache"))
    try workspace.write("", to: "store/cache")
    let failed = try workspace.expect(.negative, "cache", "rebuild").output
    #expect(failed.contains("the store can't be written to,"), "\(failed)")
    #expect(try workspace.expect(.done, "show", "1163").output == shown)
    try FileManager.default.removeItem(atPath: workspace.file("store/cache"))
    try workspace.expect(.done, "cache", "rebuild")
    // Of commands that write, too.
    try workspace.write([], to: name)
    #expect(
      try workspace.expect(.done, "cache").output.contains(
        "  segment 1  index damaged, snapshot current\n"))
    #expect(try workspace.expect(.negative, "pay", "1163", "99999").errors.hasSuffix(note))
  }

  @Test func `damaged snapshots are found, and are built again by a command that uses them`()
    throws
  {
    let listed = try workspace.expect(.done, "list").output
    let name = "store/cache/00000000000000000001.order.states"
    var bytes = try workspace.bytes(name)
    bytes[bytes.count / 2] ^= 1
    try workspace.write(bytes, to: name)
    let found = try workspace.expect(.negative, "cache", "verify").output
    #expect(found.hasPrefix("The snapshot of segment 1 isn't what the log says"), "\(found)")
    let again = try workspace.expect(.done, "list")
    #expect(again.output == listed)
    #expect(
      again.errors == "cleanstore: ./\(name) was damaged, and was built again from the log.\n",
      "\(again.errors)")
    #expect(try workspace.expect(.done, "cache", "verify").output.contains(" files checked: "))
    #expect(try workspace.expect(.done, "list").errors.isEmpty)
  }

  /// To open one would be to wait for a writer.
  @Test(arguments: ["index", "order.states", "catalog.states"])
  func `a pipe in place of a file is damage`(suffix: String) throws {
    let path = workspace.file("store/cache/00000000000000000001.\(suffix)")
    func makePipe() {
      try? FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o600) == 0)
    }
    try workspace.expect(.done, "cache", "rebuild")
    makePipe()
    try workspace.expect(.done, "cache")
    try workspace.expect(.negative, "cache", "verify")
    try workspace.expect(.done, "list")
    makePipe()
    try workspace.expect(.done, "show", "1163")
    makePipe()
    try workspace.expect(.done, "cache", "rebuild")
    try workspace.expect(.done, "cache", "verify")
  }

  @Test func `with --no-cache, a folder that is only read stays as it is`() throws {
    try workspace.expect(.done, "cache", "clear")
    try? FileManager.default.removeItem(atPath: workspace.file("store/cache"))
    let before = workspace.names(in: "store")
    let commands = [
      ["show", "1163"], ["show", "9999"], ["show", "@500"], ["list"], ["list", "--at", "9000"],
      ["log", "1163"], ["log", "--rejected", "-n", "1"], ["blame", "1163"], ["stats"],
      ["explain", "@500"], ["checkpoint", "--at", "700"], ["report", "--output", "report.html"],
      ["complete", "orders"], ["diff", "100", "200", "1163"], ["pay", "1163", "1", "--dry-run"],
      ["extract", "1163"],
    ]
    for command in commands {
      let answer = try workspace.run(command + ["--no-cache"])
      #expect(answer.code.map { $0 < ExitStatus.usage.rawValue || $0 == 66 } == true, "\(answer)")
      #expect(workspace.names(in: "store") == before, "\(command)")
    }
    try FileManager.default.removeItem(atPath: workspace.file("report.html"))
    let cached = try workspace.expect(.done, "list")
    #expect(!workspace.names(in: "store/cache").isEmpty)
    #expect(try workspace.expect(.done, "list", "--no-cache").output == cached.output)
  }

  @Test func `with --no-cache, what the cache says isn't read`() throws {
    let listed = try workspace.expect(.done, "list").output
    let names = workspace.names(in: "store/cache").filter { $0.hasPrefix("0") }
    for name in names { try workspace.write([1, 2, 3], to: "store/cache/" + name) }
    for command in [["list"], ["show", "1163"]] {
      #expect(try workspace.expect(.done, args: command + ["--no-cache"]).errors.isEmpty)
    }
    #expect(try workspace.expect(.done, "list", "--no-cache").output == listed)
    for name in names { #expect(try workspace.bytes("store/cache/" + name) == [1, 2, 3]) }
    try workspace.expect(.usage, "cache", "rebuild", "--no-cache")
  }
}
