// The file store.json, which makes a folder a store.

import EventSourcing
import JSONLines

/// The store's description of itself.
public struct StoreDescription: Hashable, Sendable {
  /// 32 lower-case hex digits.
  public let id: String
  /// When it was made.
  public let created: Timestamp

  static let format = "cleanstore"
  static let version: Int64 = 1
  private static let longest = 1 << 16

  init?(id: String, created: Timestamp) {
    let isHex = id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard id.utf8.count == 32, isHex else { return nil }
    self.id = id
    self.created = created
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("format", Self.format)
      $0.member("version", Self.version)
      $0.member("id", id)
      $0.member("created", created.description)
    }
    writer.raw("\n")
  }

  /// - Throws: `noSuchStore`, `notAStore`, `newerVersion`, `corrupt`.
  static func read(in directory: LogDirectory) throws(LogError) -> StoreDescription {
    let path = directory.description
    guard try directory.item(at: path) == .file else { throw try missing(in: directory) }
    let file = try OpenFile(path, for: .reading, on: directory.disk)
    let storage = try ByteStorage.filled(capacity: longest) { (buffer) throws(LogError) in
      try file.read(at: 0, into: buffer)
    }
    var reader = JSONReader(storage, in: 0..<storage.count, profile: .anyOrder)
    var members = Members()
    do throws(JSONError) {
      try reader.read(shape, into: &members)
      try reader.endOfDocument()
    } catch {
      throw LogError(
        .corrupt, error.message, at: Place(file: path, line: 1, byte: error.offset),
        hint: "Restore the file from a copy.")
    }
    guard storage.string(members.format) == format, members.version > 0 else {
      throw LogError(.notAStore, "\(path) doesn't describe a store.", hint: .restoreOrChooseStore)
    }
    let place = Place(file: path, line: 1, byte: 0)
    guard members.version == version, !reader.sawOmissions else {
      throw LogError(
        .newerVersion, "The store was created by a newer version.", at: place,
        hint: "Use the version of CleanStore that created it, or a later one.")
    }
    guard let created = Timestamp(storage.string(members.created)),
      let description = StoreDescription(id: storage.string(members.id), created: created)
    else {
      throw LogError(
        .corrupt, "The store's id or creation time can't be read.", at: place,
        hint: "Restore the file from a copy.")
    }
    return description
  }

  private static func missing(in directory: LogDirectory) throws(LogError) -> LogError {
    guard try directory.item(at: directory.path) != nil else {
      return LogError(
        .noSuchStore, "There is no store at \(directory.path).", hint: .makeOrChooseStore)
    }
    return LogError(
      .notAStore, "\(directory.path) isn't a store: it has no store.json.",
      hint: .makeOrChooseStore)
  }

  private struct Members: BitwiseCopyable {
    var format = TextRange.absent
    var version: Int64 = 0
    var id = TextRange.absent
    var created = TextRange.absent
  }

  private static let shape = ObjectShape(
    .text("format", nullable: false), .integer("version", nullable: false),
    .text("id", nullable: false), .text("created", nullable: false))
}
