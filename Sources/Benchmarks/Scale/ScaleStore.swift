// A store of made-up orders, which is made once and kept.

import EventLog
import EventSourcing
import Integrity
import OrderDomain

struct ScaleStore {
  let path: String
  /// The copy of it that commands write to.
  let copy: String
  private let tool: String
  let orders: Int
  let entries: Int
  let bytes: Int

  /// The store of this size in a folder; it is made if it isn't there.
  init(orders: Int, in folder: String, tool: String) throws {
    (path, self.tool, self.orders) = ("\(folder)/\(orders)", tool, orders)
    copy = path + ".copy"
    let commands =
      // Some of the commands are refused, for which an import ends with 1.
      "'\(tool)' generate --orders \(orders) | '\(tool)' import - --store '\(path)'; [ $? -le 1 ]"
    if try PosixDisk().item(at: path) == nil {
      guard Process.run([tool, "init", path]), Process.run(["sh", "-c", commands]) else {
        stop("A store of \(orders) orders can't be made: \(commands)")
      }
    }
    // Without reading the log: the memory that this process ever had counts for those that it starts.
    let reader = try StoreReader(path: path)
    entries = try reader.knownEnd()?.seq ?? FoundEnd(reader).end.seq
    bytes = try Self.segments(in: path).reduce(0) { try $0 + RawFile.size(of: $1) }
    try makeCopy()
  }

  /// Links sealed segments and what is derived from them: no command writes to these.
  private func makeCopy() throws {
    let copied = Process.run(["sh", "-c", "rm -rf \"$1\" && cp -al \"$0\" \"$1\"", path, copy])
    guard copied, let last = try Self.segments(in: copy).last else {
      stop("\(path) can't be copied.")
    }
    for name in [last, copy + "/store.json", copy + "/lock"] {
      let own = Process.run(["sh", "-c", "cp -p \"$0\" \"$0~\" && mv -f \"$0~\" \"$0\"", name])
      if !own { stop("\(name) can't be copied.") }
    }
  }

  /// One of the orders, other ones each time; none of the last fifth.
  func order(_ number: Int) -> String { String(1001 + number * 7919 % (orders / 5 * 4)) }

  func entry(_ number: Int) -> String { String(1 + number * 7_777_777 % entries) }

  /// An entry in the last twentieth, where all these orders are there.
  func lastEntry(_ number: Int) -> String { String(entries - number * 7919 % (entries / 20)) }

  func run(_ arguments: [String], in store: String) -> Usage {
    let usage = Process.measure([tool, "--store", store] + arguments)
    // Exit codes below 64 are answers: found, or refused.
    guard let usage, usage.exitCode < 64 else {
      stop("\(tool) --store \(store) \(arguments.joined(separator: " ")) failed.")
    }
    return usage
  }

  /// Removes the derived files whose names end so.
  func remove(_ suffix: String) {
    for name in (try? PosixDisk().names(in: path + "/cache")) ?? [] where name.hasSuffix(suffix) {
      TemporaryFolder.remove("\(path)/cache/\(name)")
    }
  }

  /// A file with a checkpoint of the whole log.
  var checkpoint: String { path + ".checkpoint" }

  /// Makes it, with a signature that only looks like one: it isn't verified here.
  func makeCheckpoint() {
    let command =
      "test -e \"$1.checkpoint\" || { \"$0\" checkpoint --store \"$1\"; "
      + "printf '\\n\\342\\200\\224 scale AAAAAAA=\\n'; } > \"$1.checkpoint\""
    if !Process.run(["sh", "-c", command, tool, path]) { stop("\(checkpoint) can't be made.") }
  }

  func fold() throws {
    var orders = StateProjection<Orders>(checksRevisions: true)
    keep(try StoreReader(path: path).project(into: &orders))
  }

  /// Reads every byte and computes its checksum: the least that any operation on the whole log takes on one core.
  func readAndSum() throws {
    let disk = PosixDisk()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    for segment in try Self.segments(in: path) {
      let file = try disk.open(segment, for: .reading)
      defer { disk.close(file) }
      var offset = 0
      while true {
        let count = try disk.read(file, at: offset, into: buffer)
        if count == 0 { break }
        keep(CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
        offset += count
      }
    }
  }

  private static func segments(in path: String) throws -> [String] {
    try PosixDisk().names(in: path + "/log").sorted().map { "\(path)/log/\($0)" }
  }
}
