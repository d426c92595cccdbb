// One connection to a server. One thread at a time uses it; statements go out together, in pipeline mode, so that they
// take one round trip.

import Platform

/// An error of a connection or of a statement.
struct ServerError: Error {
  /// The five characters by which SQL names errors; nil if the connection was lost.
  let state: String?
  let message: String

  /// The state of an error that there is no libpq.
  static let noLibrary = "libpq"
  /// The state of an error that the log isn't the one that it was.
  static let historyLost = "history"

  /// Whether the connection is of no use any more.
  var isLost: Bool {
    guard let state else { return true }
    return isOfStart || state.hasPrefix("08") || ["25006", "25P03"].contains(state)
  }

  /// Whether the server is starting, or ending.
  var isOfStart: Bool { state?.hasPrefix("57P") == true }

  /// Whether nothing is lost by trying again, which may work now: transactions didn't fit one another, there was a
  /// deadlock, it isn't known how a transaction has ended, or a pool doesn't keep named statements.
  var asksToRepeat: Bool { ["40001", "40P01", "40003"].contains(state) || isOfNames }

  /// Whether a named statement wasn't there, or was there already: then it wasn't executed.
  var isOfNames: Bool { ["26000", "42P05"].contains(state) }
}

/// A connection to a server.
final class ServerConnection {
  let pq: LibPQ
  let handle: OpaquePointer
  /// The statements with a name that it has run, by their names; nil if it can't keep any, because a pool leads to another
  /// connection.
  private var named: [String: Keeping]? = [:]

  private enum Keeping {
    /// It was sent as a text, because most processes need it once.
    case ranOnce
    /// The server has it.
    case kept
  }

  // From libpq-fe.h.
  enum Status {
    static let connected: Int32 = 0
    static let commandDone: Int32 = 1
    static let rows: Int32 = 2
    static let copyOut: Int32 = 3
    static let synced: Int32 = 10
    static let aborted: Int32 = 11
    static let stateField = Int32(UInt8(ascii: "C"))
    static let messageField = Int32(UInt8(ascii: "M"))
    static let allDetails: Int32 = 2
  }

  /// - Parameters:
  ///   - application: The name by which the server's administrators see the connection.
  ///   - writes: Whether only a server will do that can be written to.
  init(_ address: ServerAddress, application: String, writes: Bool, _ pq: LibPQ)
    throws(ServerError)
  {
    self.pq = pq
    // The address may set all but the encoding.
    let settings =
      [
        ("connect_timeout", "10"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
        ("keepalives_count", "3"), ("target_session_attrs", writes ? "read-write" : "any"),
        ("application_name", application),
      ] + address.defaults() + [("dbname", address.text), ("client_encoding", "UTF8")]
    guard let handle = pq.connection(settings) else {
      throw ServerError(state: nil, message: "There is no memory for a connection.")
    }
    self.handle = handle
    let first = lost()
    if pq.status(handle) != Status.connected {
      let message = first.message
      // The message of an address that can't be read may have the password.
      if message.hasPrefix("invalid") || message.hasPrefix("missing") {
        throw ServerError(state: nil, message: "The address can't be read.")
      }
      if let error = plainRefusal(first) { throw error }
      // Only a message with all details tells the error's state, and is to be had once there is a connection to ask for it.
      _ = pq.setErrorVerbosity(handle, Status.allDetails)
      pq.reset(handle)
    }
    guard pq.status(handle) == Status.connected else { throw refusal(first) }
    _ = pq.setNoticeProcessor(handle, { _, _ in }, nil)
    guard pq.enterPipelineMode(handle) == 1 else { throw lost() }
  }

  /// A server's sentence, in English. In another language, the connection is tried twice.
  private static let wrongPassword = "password authentication failed"

  deinit { pq.finish(handle) }

  /// Runs statements in one round trip.
  ///
  /// - Returns: The rows of each.
  /// - Throws: The error of the first one that fails; those after it aren't run.
  func run(_ statements: [Statement]) throws(ServerError) -> [ServerRows] {
    // For each answer, the name of the statement that is kept from then on; nil for the answer of one that is run.
    var names: [String?] = []
    for statement in statements {
      let name = nameInUse(of: statement)
      if let name, named?[name] == .ranOnce {
        try prepare(statement, name)
        names.append(name)
      }
      try send(statement, name)
      names.append(nil)
    }
    guard pq.pipelineSync(handle) == 1 else { throw lost() }
    var all: [ServerRows] = []
    var failure: ServerError?
    for name in names {
      guard let result = pq.getResult(handle) else { throw lost() }
      let rows = ServerRows(result, pq)
      switch pq.resultStatus(result) {
      case Status.commandDone, Status.rows:
        if let name { named?[name] = .kept } else { all.append(rows) }
      case Status.aborted: break
      default: failure = failure ?? withExtendedLifetime(rows) { error(of: result) }
      }
      // One that ended the connection is the last; libpq's own has no state.
      if pq.status(handle) != Status.connected {
        if let failure, failure.state != nil { throw failure }
        throw lost()
      }
      while let more = pq.getResult(handle) { pq.clear(more) }
    }
    guard let end = pq.getResult(handle) else { throw failure ?? lost() }
    let isSynced = pq.resultStatus(end) == Status.synced
    pq.clear(end)
    if let failure {
      if failure.isOfNames { named = nil }
      throw failure
    }
    guard isSynced else { throw lost() }
    return all
  }

  /// Waits for a notice of a channel that it listens to, for so long at most, or until a signal comes.
  func waitForNotice(milliseconds: Int32) throws(ServerError) {
    // One may have come with an answer.
    if takeNotices() { return }
    var ready = pollfd(fd: pq.socket(handle), events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0 else { return }
    guard pq.consumeInput(handle) == 1 else { throw lost() }
    takeNotices()
  }

  /// - Returns: Whether there were any.
  @discardableResult private func takeNotices() -> Bool {
    var hasSome = false
    while let notice = pq.notifies(handle) {
      pq.freeMemory(notice)
      hasSome = true
    }
    return hasSome
  }

  /// The name by which a statement is sent; nil if it is sent as a text.
  private func nameInUse(of statement: Statement) -> String? {
    guard let name = statement.name, let known = named else { return nil }
    if known[name] != nil { return name }
    named?[name] = .ranOnce
    return nil
  }

  private func prepare(_ statement: Statement, _ name: String) throws(ServerError) {
    let types = statement.parameters.map(\.type)
    guard pq.sendPrepare(handle, name, statement.text, Int32(types.count), types) == 1 else {
      throw lost()
    }
  }

  private func send(_ statement: Statement, _ name: String?) throws(ServerError) {
    let values = statement.parameters.map(\.encoded)
    let formats = values.map { _ in Int32(1) }
    let lengths = values.map { Int32($0?.count ?? 0) }
    // All values in one block of memory, each with a byte after it: an empty one needs an address, too.
    var block: [UInt8] = []
    var offsets: [Int?] = []
    for value in values {
      offsets.append(value.map { _ in block.count })
      if let value { block += value + [0] }
    }
    let isSent = block.withUnsafeBytes { block in
      let pointers = offsets.map { offset in
        offset.flatMap { block.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      let count = Int32(values.count)
      if let name {
        return pq.sendQueryPrepared(handle, name, count, pointers, lengths, formats, 1)
      }
      let types = statement.parameters.map(\.type)
      return pq.sendQueryParams(
        handle, statement.text, count, types, pointers, lengths, formats, 1)
    }
    guard isSent == 1 else { throw lost() }
  }

  /// The error of a connection that wasn't made, where a second attempt would do harm: servers count wrong passwords, and may
  /// lock a user out.
  private func plainRefusal(_ first: ServerError) -> ServerError? {
    if pq.needsPassword(handle) == 1 { return ServerError(state: "28P01", message: first.message) }
    let line = message.split(separator: "\n").last { $0.contains(Self.wrongPassword) }
    return line.map { ServerError(state: "28P01", message: withoutPasswords(String($0))) }
  }

  /// The error of a connection that wasn't made. Of several hosts, the last one that has answered counts.
  ///
  /// - Parameter first: The error of the first attempt, which counts if the second one wasn't made: then the parameters are
  ///   wrong.
  private func refusal(_ first: ServerError) -> ServerError {
    for line in message.split(separator: "\n").reversed() {
      // The form is `FATAL:  3D000: database "shop" does not exist`, in any language.
      var parts = line.split(separator: ": ").map { String($0) }
      let place = parts.firstIndex { part in
        part.utf8.count == 6 && part.first == " "
          && part.dropFirst().allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
      }
      guard let place else { continue }
      let state = parts.remove(at: place).dropFirst()
      return ServerError(state: String(state), message: parts.joined(separator: ": "))
    }
    return message.isEmpty ? first : lost()
  }

  /// The connection's last error, in one or more lines.
  private var message: String { pq.errorMessage(handle).map { String(cString: $0) } ?? "" }

  func lost() -> ServerError {
    // The lines after the first one are advice, and further attempts.
    let line = message.split(separator: "\n").first.map { withoutPasswords(String($0)) }
    return ServerError(state: nil, message: line ?? "The connection was lost.")
  }

  func error(of result: OpaquePointer) -> ServerError {
    let field = { (number: Int32) in
      self.pq.resultErrorField(result, number).map { String(cString: $0) }
    }
    return ServerError(
      state: field(Status.stateField), message: field(Status.messageField) ?? "")
  }
}

/// The rows that a statement has returned.
final class ServerRows {
  private let result: OpaquePointer
  private let pq: LibPQ

  init(_ result: OpaquePointer, _ pq: LibPQ) {
    (self.result, self.pq) = (result, pq)
  }

  deinit { pq.clear(result) }

  var count: Int { Int(pq.tupleCount(result)) }

  /// The bytes of a value, valid as long as the rows are; nil for null.
  func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (Int32(row), Int32(column))
    guard pq.isNull(result, row, column) == 0, let value = pq.value(result, row, column) else {
      return nil
    }
    return UnsafeRawBufferPointer(start: value, count: Int(pq.length(result, row, column)))
  }

  func text(_ row: Int, _ column: Int) -> String? {
    withExtendedLifetime(self) { bytes(row, column).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// An integer of 4 or 8 bytes, or a boolean as 0 or 1.
  func integer(_ row: Int, _ column: Int) -> Int? {
    withExtendedLifetime(self) {
      bytes(row, column).map { bytes in
        let value = bytes.reduce(0 as UInt64) { $0 &<< 8 | UInt64($1) }
        return bytes.count == 4
          ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
      }
    }
  }
}
