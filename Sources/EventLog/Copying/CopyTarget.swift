// The stores that a log is copied to, and from.

/// A store whose log can be copied.
protocol CopySource: LogSource {
  /// The time when it was made.
  var created: Timestamp { get }
}

extension CopySource {
  /// The number of its last entry; nil if it takes reading the log.
  func lastSeq() throws(LogError) -> Int? { try knownEnd()?.seq }
}

extension StoreReader: CopySource {
  var created: Timestamp { description.created }
}

extension ServerStore: CopySource {}

/// A store that takes the lines of another one as they are.
protocol CopyTarget {
  associatedtype Store: EntryStore, LogSource
  var store: Store { get }
  /// Appends lines, and returns when they are durable.
  func load(_ lines: CopiedLines) throws(LogError)
}

/// A folder that a log is copied to.
struct FolderTarget: CopyTarget {
  let store: FileStore

  /// Opens the copy of a source, or makes one.
  init(_ path: String, of source: any CopySource, id: String, lockTimeoutMilliseconds: Int)
    throws(LogError)
  {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = lockTimeoutMilliseconds
    options.copiesSegments = true
    if isFree(path) { try FileStore.create(at: path, id: id, created: source.created) }
    store = try FileStore(path: path, options: options)
  }

  func load(_ lines: CopiedLines) throws(LogError) { try store.load(lines) }
}

/// A server that a log is copied to.
struct ServerTarget: CopyTarget {
  let store: ServerStore
  private let link: ServerLink
  private let lockTimeout: Duration

  /// Opens the copy of a source, or makes one.
  init(
    _ address: ServerAddress, of source: any CopySource, id: String,
    dialect: ServerDialect = .functions, lockTimeoutMilliseconds: Int = 5_000
  ) throws(LogError) {
    lockTimeout = .milliseconds(lockTimeoutMilliseconds)
    link = ServerLink(address, application: "cleanstore copy", writes: true)
    do throws(LogError) {
      store = try ServerStore(address, FileStore.Options())
    } catch {
      guard error.code == .noSuchStore else { throw error }
      _ = try ServerStore.create(at: address, id: id, created: source.created, dialect)
      store = try ServerStore(address, FileStore.Options())
    }
    guard store.isMirror else {
      let name = store.login?.name ?? ""
      throw LogError(
        .notPermitted, "The login \(name) may not copy a log to a server.",
        hint: .getRole(.mirror, of: name))
    }
  }

  func load(_ lines: CopiedLines) throws(LogError) {
    let chunk = LogChunk(
      storage: lines.bytes, lines: 0..<lines.bytes.count, file: link.address.shown,
      segment: lines.firstSeq, line: lines.firstSeq, byte: 0)
    let split = ServerLines(
      lines: try SplitLine.lines(of: chunk), end: lines.end, opensSegment: lines.opensSegment,
      byteCount: lines.bytes.count)
    let load = try store.dialect.load(split, of: store.storeID ?? "", waiting: lockTimeout)
    let isStored: Bool
    do throws(ServerError) {
      isStored = try link.run([load])[0].integer(0, 0) == 1
    } catch {
      throw LogError(error, at: link.address)
    }
    guard isStored else {
      throw LogError(
        .locked, "\(link.address.shown) was written to meanwhile.",
        hint: "Copy again when the other writer has finished.")
    }
  }
}
