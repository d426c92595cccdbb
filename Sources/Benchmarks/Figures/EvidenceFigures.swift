// The speed of hashing the leaves of the tree over a log.

import EventSourcing
import Platform

extension Bench {
  /// The leaves of all entries, with the personal data in them, beside OpenSSL with pieces of the same size.
  func leafHash() throws -> [Run] {
    var reader = try EntryReader(MemorySource(workload.log, as: .store))
    var entries: [Entry] = []
    var (bytes, hashes) = (0, 0)
    while let entry = try reader.next() {
      entries.append(entry)
      bytes += entry.leaf.count + entry.personal.count
      hashes += entry.personal.isEmpty ? 1 : 2
    }
    return measure {
      let time = seconds { for entry in entries { keep(entry.leafHash) } }
      return (value: Double(bytes) / time, floor: speedOfOpenSSL(pieceSize: bytes / hashes))
    }
  }

  /// The speed of OpenSSL in bytes a second; nil if there is none.
  private func speedOfOpenSSL(pieceSize: Int) -> Double? {
    let file = folder.newPath()
    defer { TemporaryFolder.remove(file) }
    let command = "openssl speed -mr -seconds 1 -evp sha256 -bytes \(pieceSize) > '\(file)'"
    guard Process.run(["sh", "-c", command]), let bytes = try? RawFile.bytes(of: file) else {
      return nil
    }
    // +F:number:SHA2-256:bytes a second
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("+F:") }
    return line?.split(separator: ":").last.flatMap { Double($0) }
  }
}
