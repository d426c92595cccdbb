// The file store.json, which makes a folder a store.

/// The store's description of itself.
@usableFromInline package struct StoreDescription: Hashable, Sendable {
  /// 32 lower-case hex digits.
  public let id: String
  /// The time when it was made.
  public let created: Timestamp
  /// Whether the log's first entries are archived, so that it begins with a base.
  public internal(set) var hasBase = false
  /// Whether it has entries that another store has archived, and only archiving may write to it.
  public internal(set) var isArchive = false

  static let format = "cleanstore"
  static let version: Int64 = 1
  private static let longest = 1 << 16

  init?(id: String, created: Timestamp) {
    let isHex = id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard id.utf8.count == 32, isHex else { return nil }
    self.id = id
    self.created = created
  }

  /// The id as two words.
  var words: (UInt64, UInt64) {
    (UInt64(id.prefix(16), radix: 16) ?? 0, UInt64(id.dropFirst(16), radix: 16) ?? 0)
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("format", Self.format)
      $0.member("version", Self.version)
      $0.member("id", id)
      $0.member("created", created.description)
      // A version that doesn't know these keys can't read what they say of the log.
      $0.member("base", hasBase ? true : nil)
      $0.member("archive", isArchive ? true : nil)
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
    do throws(JSONError) {
      _ = try reader.skipValue(checkingDuplicates: true)
      try reader.endOfDocument()
    } catch {
      throw damaged(error, storage, path)
    }
    var members = Members()
    reader.position = 0
    do throws(JSONError) {
      try reader.read(shape, into: &members)
    } catch {
      throw damaged(error, storage, path)
    }
    guard storage.string(members.format) == format else {
      throw try isLog(directory)
        ? damaged("The format isn't \"\(format)\".", path)
        : LogError(.notAStore, "\(path) doesn't describe a store.", hint: .restoreOrChooseStore)
    }
    var description = Timestamp(storage.string(members.created)).flatMap {
      StoreDescription(id: storage.string(members.id), created: $0)
    }
    description?.hasBase = members.base.isPresent
    description?.isArchive = members.archive.isPresent
    let isWhole = members.version == version && description != nil
    if members.version > version || (isWhole && reader.sawOmissions) {
      throw LogError(
        .newerVersion, "The store was created by a newer version.",
        at: Place(file: path, line: 1, byte: 0),
        hint: .useNewerVersion)
    }
    guard isWhole, let description else {
      throw damaged("The store's version, id or creation time can't be read.", path)
    }
    try description.checkForm(of: storage, path)
    return description
  }

  /// Checks that the file has exactly the bytes that were written.
  private func checkForm(of storage: ByteStorage, _ path: String) throws(LogError) {
    var writer = JSONWriter()
    write(to: &writer)
    let written = writer.storage()
    let same = zip(storage.bytes, written.bytes).prefix { $0 == $1 }.count
    guard same == storage.count, same == written.count else {
      throw Self.damaged("The line isn't as it was written.", path, after: storage.bytes[..<same])
    }
  }

  /// - Throws: `readOnly` for an archive.
  func checkIsWritable() throws(LogError) {
    guard isArchive else { return }
    throw LogError(
      .readOnly, "This is an archive, and is only read.",
      hint: """
        What is added here would be in no other store. Write to the store that was archived. If this is that store, \
        and recovering took it for an archive: make its last segment writable, remove store.json, and recover it again.
        """)
  }

  private static func damaged(_ error: JSONError, _ storage: ByteStorage, _ path: String)
    -> LogError
  {
    withExtendedLifetime(storage) {
      damaged(error.message, path, after: storage.bytes[..<error.offset])
    }
  }

  /// - Parameter bytes: The bytes before the damage, if that isn't the file as a whole.
  private static func damaged(
    _ message: String, _ path: String, after bytes: Slice<UnsafeRawBufferPointer>? = nil
  ) -> LogError {
    let place =
      bytes.map { Place(file: path, line: 1, byte: $0.count, after: $0) }
      ?? Place(file: path, line: 1, byte: 0)
    return LogError(.corrupt, message, at: place, hint: .restoreOrWriteDescription)
  }

  /// Whether there are entries, archived or not: then the folder was a store.
  private static func isLog(_ directory: LogDirectory) throws(LogError) -> Bool {
    if try directory.item(at: directory.baseFile) == .file { return true }
    guard try directory.item(at: directory.log) == .directory else { return false }
    return try !directory.segments().isEmpty
  }

  private static func missing(in directory: LogDirectory) throws(LogError) -> LogError {
    guard try directory.item(at: directory.path) != nil else {
      return LogError(
        .noSuchStore, "There is no store at \(directory.path).", hint: .makeOrChooseStore)
    }
    guard try !isLog(directory) else {
      let isTaken = try directory.isTaken(directory.description)
      return damaged(
        isTaken ? "This isn't a file." : "The store has lost this file.", directory.description)
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
    var base = TextRange.absent
    var archive = TextRange.absent
  }

  private static let shape = ObjectShape(
    .text("format", nullable: false), .integer("version", nullable: false),
    .text("id", nullable: false), .text("created", nullable: false), .any("base"),
    .any("archive"))
}
