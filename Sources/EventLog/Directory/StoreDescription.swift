// The file store.json, which makes a folder a store.

import EventSourcing
import JSONLines

/// What a store says of itself.
public struct StoreDescription: Hashable, Sendable {
  /// 32 lower-case hex digits.
  public let id: String
  /// When it was made.
  public let created: Timestamp

  static let format = "cleanstore"
  static let version: Int64 = 1
  private static let longest = 1 << 16
  private static let keys = KeyTable("format", "version", "id", "created")

  /// A store with this id.
  ///
  /// - Returns: nil if the id isn't 32 lower-case hex digits.
  init?(id: String, created: Timestamp) {
    let isHex = id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard id.utf8.count == 32, isHex else { return nil }
    self.id = id
    self.created = created
  }

  /// The file's content.
  func write(to writer: inout JSONWriter) {
    writer.raw(#"{"format":"#)
    writer.string(Self.format)
    writer.raw(#","version":"#)
    writer.integer(Self.version)
    writer.raw(#","id":"#)
    writer.string(id)
    writer.raw(#","created":"#)
    writer.string(created.description)
    writer.raw("}\n")
  }

  /// Reads the description of the store in a folder.
  ///
  /// - Throws: `noSuchStore`, `notAStore`, `newerVersion`, `corrupt`.
  static func read(in directory: LogDirectory) throws(LogError) -> StoreDescription {
    let path = directory.description
    let item = try directory.on(path) { (disk, path) throws(DiskError) in try disk.item(at: path) }
    guard item == .file else { throw try missing(in: directory) }
    let file = try OpenFile(path, for: .reading, on: directory.disk)
    let storage = try ByteStorage.filled(capacity: longest) { (buffer) throws(LogError) in
      try file.read(at: 0, into: buffer)
    }
    let members: Members
    do throws(JSONError) {
      members = try parse(storage)
    } catch {
      throw LogError(
        .corrupt, error.message, at: Place(file: path, line: 1, byte: error.offset),
        hint: "Restore the file from a copy.")
    }
    return try members.description(of: path)
  }

  private static func missing(in directory: LogDirectory) throws(LogError) -> LogError {
    let item = try directory.on(directory.path) { (disk, path) throws(DiskError) in
      try disk.item(at: path)
    }
    guard item != nil else {
      return LogError(
        .noSuchStore, "There is no store at \(directory.path).",
        hint: .makeOrChooseStore)
    }
    return LogError(
      .notAStore, "\(directory.path) isn't a store: it has no store.json.",
      hint: .makeOrChooseStore)
  }

  private struct Members {
    var format = ""
    var version: Int64 = 0
    var id = ""
    var created = ""
    var hasUnknown = false

    func description(of path: String) throws(LogError) -> StoreDescription {
      guard format == StoreDescription.format, version > 0 else {
        throw LogError(
          .notAStore, "\(path) doesn't describe a store.",
          hint: .restoreOrChooseStore)
      }
      guard version == StoreDescription.version, !hasUnknown else {
        throw LogError(
          .newerVersion, "The store was made by a newer version.",
          at: Place(file: path, line: 1, byte: 0),
          hint: "Use the version of CleanStore that made it, or a later one.")
      }
      guard let created = Timestamp(created),
        let description = StoreDescription(id: id, created: created)
      else {
        throw LogError(
          .corrupt, "The store's id or the time it was made can't be read.",
          at: Place(file: path, line: 1, byte: 0), hint: "Restore the file from a copy.")
      }
      return description
    }
  }

  private static func parse(_ storage: ByteStorage) throws(JSONError) -> Members {
    var reader = JSONReader(storage, in: 0..<storage.count, profile: .anyOrder)
    var keys = ObjectKeys()
    var members = Members()
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, Self.keys) {
      switch rank {
      case 0: members.format = storage.string(try reader.text())
      case 1: members.version = try reader.integer()
      case 2: members.id = storage.string(try reader.text())
      case 3: members.created = storage.string(try reader.text())
      default:
        members.hasUnknown = true
        _ = try reader.skipValue()
      }
    }
    try reader.endOfDocument()
    return members
  }
}
