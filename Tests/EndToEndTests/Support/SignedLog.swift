// A store with two signed checkpoints, which a test forges something of.

import Foundation
import Testing

/// In a workspace: `store`, the checkpoints `old` and `new`, which is the older one continued, the key's files
/// `key.pem` and `log.vkey`, and `other.vkey` of another owner.
struct SignedLog {
  static let origin = "example.com/orders"
  let workspace: Workspace

  /// - Parameter isErased: Whether all personal data was erased since.
  init(orders: Int = 12, isErased: Bool = false) throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let commands = try workspace.expect(
      .done, "generate", "--orders", String(orders), "--seed", "5"
    ).output
    try workspace.write(commands, to: "orders.jsonl")
    try workspace.expect(.negative, "import", "orders.jsonl")
    for name in ["key", "other"] {
      let made = try OutsideTool.openssl.run(
        in: workspace, "genpkey", "-algorithm", "ed25519", "-out", "\(name).pem")
      #expect(made.code == 0, "\(made)")
    }
    let keys = [("key.pem", "log.vkey"), ("other.pem", "other.vkey")]
    for (key, name) in keys {
      let printed = try workspace.expect(.done, "key", "--key", key, "--origin", Self.origin)
      try workspace.write(printed.output, to: name)
    }
    try sign("old", "--first", "--at", "20")
    try sign("new", "--after", "old")
    guard isErased else { return }
    try workspace.expect(.done, "erase", "--older-than", "1d", "--reason", "retention", "--yes")
    #expect(try !workspace.log().contains(#""firstName":"#))
  }

  /// Signs a checkpoint of the store and writes it to a file.
  func sign(
    _ file: String, _ arguments: String..., key: String = "key.pem", of store: String = "store"
  )
    throws
  {
    let flags = ["--key", key, "--origin", Self.origin, "--output", file, "--store", store]
    let finished = try workspace.run(["checkpoint"] + flags + arguments)
    #expect(finished.code == 0, "\(finished)")
  }

  /// A copy of the store with other lines, each with the checksum that it needs.
  func forge(_ name: String = "forged", _ change: (inout [String]) throws -> Void) throws {
    try? FileManager.default.removeItem(atPath: workspace.file(name))
    try workspace.copy("store", to: name)
    // Files that a forger leaves out, too.
    for file in ["cache", "lock", "erasures"] {
      try? FileManager.default.removeItem(atPath: workspace.file("\(name)/\(file)"))
    }
    let segment = workspace.segments(of: name)[0]
    for other in workspace.segments(of: name).dropFirst() {
      try FileManager.default.removeItem(atPath: workspace.file(other))
    }
    var lines = try workspace.lines(of: name)
    try change(&lines)
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: segment)
    for line in 1...lines.count { try workspace.rewrite(line, in: segment) { $0 } }
  }

  /// Collects what an outsider is given: an unpacked evidence pack of all orders, both checkpoints, the proof that one
  /// continues the other, and the log.
  func collectEvidence(in folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file(folder), withIntermediateDirectories: true)
    let ids = try workspace.expect(.done, "list", "--json").output
      .matches(of: /"id":"([^"]+)"/).map { String($0.1) }
    let arguments =
      ["prove"] + ids + [
        "--checkpoint", "new", "--with-personal", "--output", folder + "/pack.tar",
      ]
    let packed = try workspace.run(arguments)
    #expect(packed.code == 0, "\(packed)")
    let unpacked = try RunningProcess(
      "/bin/sh", ["-c", "tar xf pack.tar"], in: workspace.file(folder),
      environment: Tool.environment
    ).finish()
    #expect(unpacked.code == 0, "\(unpacked)")
    try workspace.copy("old", to: folder + "/old")
    let proof = try workspace.expect(.done, "prove", "--consistency", "old", "new").output
    try workspace.write(proof, to: folder + "/consistency")
    try workspace.copy("store/log", to: folder + "/log")
  }
}
