// A store of orders as an app has it: opened once, written to from anywhere, read at any moment.
// What it does is done by the engine and by scenes; this only puts them together.

import JSONLines

/// Orders in a folder: commands go in, orders and their history come out.
///
///     let store = try OrderStore(at: "shop")
///     let outcome = try store.execute(.create(fields), by: "amy")
///
/// It holds the store's lock until it is closed: one writer at a time, any number of readers. Any
/// number of threads may use it.
public final class OrderStore: Sendable {
  /// The engine with its categories, for scenes and for all that this type has no shorter word for.
  public let engine: OrderEngine
  private var files: any EntryStore { engine.store }

  /// Opens the store in a folder; makes one if the folder isn't there or is empty.
  ///
  /// - Throws: `LogError`: `locked` if another process writes to it, `corrupt` with the place if the
  ///   log isn't as it was written, `cannotCreate`, `notAStore`, `inputOutput`.
  public init(at path: String, options: FileStore.Options = FileStore.Options()) throws(LogError) {
    if !Self.isStore(path) {
      try FileStore.create(at: path, id: SystemInputs.salt().hex, created: SystemInputs.time())
    }
    engine = try OrderEngine(clock: SystemInputs.time, salts: SystemInputs.salt) {
      (fold) throws(LogError) in try FileStore(path: path, options: options, folding: fold)
    }
  }

  /// The log, for whatever reads histories.
  public var source: any EntrySource { files }

  /// Puts a command to the rules and records what comes of it; done when that is on stable storage.
  ///
  /// - Parameters:
  ///   - command: What is asked.
  ///   - id: The order; a new one for a create without an id.
  ///   - actor: Who asks.
  ///   - reason: Why; optional.
  ///   - commandID: The caller's id of the command: asked again with the same id, it is done once.
  ///   - revision: The revision that the caller has seen; anything else is a conflict.
  /// - Throws: `EngineError` if it was not put to the rules, or not written. A refusal by the rules is
  ///   an outcome.
  @discardableResult
  public func execute(
    _ command: OrderCommand, on id: String? = nil, by actor: String, because reason: String? = nil,
    commandID: String? = nil, expecting revision: Int? = nil
  ) throws(EngineError) -> Outcome<Orders> {
    let submission = Submission(
      command, on: id.map { .id($0) } ?? .new, by: actor, id: commandID, expect: revision,
      reason: reason)
    return try engine.engine.execute(submission, in: engine.orders)
  }

  /// An order as it is now, or as it was at a moment; nil if there was none.
  ///
  /// - Complexity: O(n) in the length of the log; `engine.engine.state` gives what is now in O(1).
  public func order(_ id: String, at moment: Position = .end) throws(LogError) -> Order? {
    guard let stream = StreamName(category: Orders.category, id: id) else { return nil }
    return try states(at: moment).state(of: stream)?.state
  }

  /// All orders that were ever created, the deleted ones too, in the order of their creation.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func orders(at moment: Position = .end) throws(LogError) -> [(id: String, order: Order)] {
    let states = try states(at: moment)
    return states.states.indices.compactMap { index in
      let name = states.streams.name(index)
      let id = String(name.dropFirst(Orders.category.utf8.count + 1))
      return states.states[index].map { (id, $0) }
    }
  }

  private func states(at moment: Position) throws(LogError) -> StateProjection<Orders> {
    var states = StateProjection<Orders>(checksRevisions: true)
    let end = try moment.resolve(in: files, category: Orders.category)
    _ = try files.project(into: &states, through: end)
    return states
  }

  /// The entries of the log, or of one order, the oldest first, refused commands too.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func history(of id: String? = nil) throws(LogError) -> [Entry] {
    let name = id.map { Text("\(Orders.category)/\($0)") }
    var reader = try EntryReader(files)
    var entries: [Entry] = []
    while let entry = try reader.next() {
      if let name, !entry.storage.slice(entry.stream).elementsEqual(name.bytes) { continue }
      entries.append(entry)
    }
    return entries
  }

  /// Every entry from the first on, and then each new one as soon as it is on stable storage; ends
  /// when the store is closed.
  public var entries: EntryFeed { EntryFeed(files) }

  /// Commits what is left and gives the lock back. Closing twice is fine.
  public func close() throws(LogError) { try files.close() }

  /// Whether there is a store in the folder, whole or not. What keeps it from being told keeps it from
  /// being made, too, and is reported then.
  private static func isStore(_ path: String) -> Bool {
    ((try? PosixDisk().item(at: path + "/store.json")) ?? nil) != nil
  }
}
