// The measured data: made-up orders as commands, as log lines and as an import file. Everything is
// made once, when it is first needed, and is the same in every call.

import EventSourcing
import Formatting
import HistoryScenes
import Integrity
import JSONLines
import OrderDomain
import OrderScenes

/// The data that figures are measured on.
final class Workload {
  let entries: Int

  init(entries: Int) { self.entries = entries }

  /// The commands of many orders, mixed as in a busy shop.
  private(set) lazy var submissions: [OrderSubmission] = {
    var storyteller = OrderStoryteller(seed: 1)
    var random = SplitMix64(seed: 2)
    // In proportion, so that a part of all entries create an order that doesn't depend on how many.
    var open = (0..<max(1, entries / 200)).map { _ in storyteller.story()[...] }
    return (0..<entries).map { index in
      let slot = random.next(below: open.count)
      var submission = open[slot].removeFirst()
      if open[slot].isEmpty { open[slot] = storyteller.story()[...] }
      submission.at = Timestamp(microseconds: Self.firstMoment + Int64(index) * 7_654_321)
      return submission
    }
  }()

  /// The canonical lines that a store has once these commands were executed.
  private(set) lazy var log: ByteStorage = {
    let store = MemoryStore()
    return attempt("making the log") {
      let engine = try OrderEngine(store)
      for submission in submissions {
        _ = try engine.engine.execute(submission, in: engine.orders, durability: .none)
      }
      try engine.engine.commit()
      return try store.allLines()
    }
  }()

  /// The same lines with the keys of all objects in another order, but for the checksum, which is of
  /// the line as it then is.
  private(set) lazy var shuffledLog: ByteStorage = {
    var random = SplitMix64(seed: 3)
    var writer = JSONWriter(capacity: log.count + entries)
    return attempt("shuffling keys") {
      for line in log.lines {
        var tree = try JSONValue(log, in: line, profile: .canonical)
        tree["crc"] = nil
        tree.shuffleKeys(&random)
        writer.line(tree)
      }
      return writer.storage()
    }
  }()

  /// The commands as lines of an import.
  private(set) lazy var importLines: ByteStorage = {
    var writer = JSONWriter(capacity: log.count)
    for submission in submissions {
      writer.importLine(submission)
      writer.raw("\n")
    }
    return writer.storage()
  }()

  /// The average number of bytes of an entry.
  var bytesPerEntry: Int { log.count / entries }

  private static let firstMoment: Int64 = 1_700_000_000_000_000
}

extension OrderEngine {
  /// An engine with a clock fixed after all commands, and salts that are no secret.
  init(_ store: any EntryStore) throws(LogError) {
    try self.init(
      store, clock: { Timestamp(microseconds: 1_900_000_000_000_000) }, salts: { Salt(1, 2) })
  }
}

extension EntrySource {
  fileprivate func allLines() throws(LogError) -> ByteStorage {
    var writer = JSONWriter(capacity: 1 << 20)
    var storage = ByteStorage.empty
    let chunks = try chunks(from: .start)
    while let chunk = try chunks.next(reusing: &storage) {
      writer.raw(UnsafeRawBufferPointer(rebasing: chunk.storage.bytes[chunk.lines]))
    }
    return writer.storage()
  }
}

extension ByteStorage {
  /// The ranges of the lines, without their LFs.
  var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(start..<offset)
      start = offset + 1
    }
    return lines
  }
}

extension JSONValue {
  fileprivate mutating func shuffleKeys(_ random: inout SplitMix64) {
    switch self {
    case .array(var elements):
      for index in elements.indices { elements[index].shuffleKeys(&random) }
      self = .array(elements)
    case .object(var members):
      for index in members.indices { members[index].value.shuffleKeys(&random) }
      random.shuffle(&members)
      self = .object(members)
    case .null, .boolean, .integer, .string: break
    }
  }
}

extension JSONWriter {
  /// Writes an entry with its checksum.
  fileprivate mutating func line(_ tree: JSONValue) {
    let start = count
    value(tree)
    truncate(to: count - 1)
    let crc = withBytes { CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    let digits = String(crc, radix: 16)
    raw(#","crc":"#)
    string(String(repeating: "0", count: 8 - digits.count) + digits)
    raw("}\n")
  }
}
