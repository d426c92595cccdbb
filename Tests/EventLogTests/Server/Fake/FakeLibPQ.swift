// libpq's functions, whose connections lead to servers in memory.

import Foundation
import Synchronization

@testable import EventLog

/// A statement as libpq is given it, its parameters in binary form.
struct FakeStatement {
  let text: String
  let values: [[UInt8]?]
  private let types: [UInt32]
  let kind: Kind

  enum Kind {
    case plain
    /// It is only to be kept under a name.
    case prepare(String)
    /// It is kept under a name.
    case execute(String)

    /// The beginning of its text for `FakeServer.fail`.
    var prefix: String {
      switch self {
      case .plain: ""
      case .prepare: "PREPARE "
      case .execute: "EXECUTE "
      }
    }
  }

  init(text: String, values: [[UInt8]?], kind: Kind) {
    (self.text, self.values, self.kind, types) = (text, values, kind, [])
  }

  init(
    _ text: UnsafePointer<CChar>, _ values: UnsafePointer<UnsafePointer<CChar>?>?,
    _ lengths: UnsafePointer<Int32>?, _ count: Int32, _ types: UnsafePointer<UInt32>? = nil
  ) {
    kind = .plain
    self.text = String(cString: text)
    self.types = Array(UnsafeBufferPointer(start: types, count: types == nil ? 0 : Int(count)))
    self.values = (0..<Int(count)).map { place in
      guard let value = values?[place], let length = lengths?[place] else { return nil }
      return Array(UnsafeRawBufferPointer(start: value, count: Int(length)))
    }
  }

  func integer(_ place: Int) -> Int { Self.integer(values[place] ?? []) }

  func text(_ place: Int) -> String { String(decoding: values[place] ?? [], as: UTF8.self) }

  /// The texts of an array of one dimension.
  func texts(_ place: Int) -> [[UInt8]?] {
    var rest = (values[place] ?? []).dropFirst(20)
    var texts: [[UInt8]?] = []
    while !rest.isEmpty {
      let count = Int(Int32(truncatingIfNeeded: Self.integer(Array(rest.prefix(4)))))
      rest = rest.dropFirst(4)
      texts.append(count < 0 ? nil : Array(rest.prefix(count)))
      rest = rest.dropFirst(max(count, 0))
    }
    return texts
  }

  /// Whether it is an append, in one of the dialects.
  var appends: Bool {
    text.contains("cleanstore.append_1(") || text.contains("INSERT INTO cleanstore.entry")
  }

  /// The same, to be sent again.
  var statement: Statement {
    let parameters = types.indices.map { place -> Statement.Parameter in
      switch types[place] {
      case 16: .boolean(values[place] == [1])
      case 17: .bytes(values[place])
      case 20: .integer(integer(place))
      case 1009: .texts(texts(place))
      default: .text(text(place))
      }
    }
    return Statement(text, with: parameters)
  }

  private static func integer(_ bytes: [UInt8]) -> Int {
    Int(truncatingIfNeeded: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }
}

func bytes(_ integer: Int) -> [UInt8] {
  withUnsafeBytes(of: Int64(integer).bigEndian) { Array($0) }
}

/// A result as libpq's functions look at it.
final class FakeResult {
  enum Status: Int32 { case rows = 2, failed = 7, synced = 10, aborted = 11 }

  let status: Status
  let error: ServerError?
  private let rows: [[[UInt8]?]]
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init(_ status: Status, _ rows: [[[UInt8]?]] = [], error: ServerError? = nil) {
    (self.status, self.rows, self.error) = (status, rows, error)
  }

  deinit { for text in texts { text.deallocate() } }

  var count: Int { rows.count }

  func value(_ row: Int32, _ column: Int32) -> [UInt8]? {
    rows.indices.contains(Int(row)) ? rows[Int(row)][Int(column)] : nil
  }

  /// A copy that lives as long as the result.
  func pointer(to bytes: [UInt8]) -> UnsafePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (place, byte) in (bytes + [0]).enumerated() { text[place] = CChar(bitPattern: byte) }
    texts.append(text)
    return UnsafePointer(text)
  }
}

/// A connection: a session, or the error that there is none.
final class FakeClient {
  let server: FakeServer
  var session: FakeSession?
  private var error: ServerError?
  private var showsState = false
  private let messages = FakeResult(.failed)

  init(_ server: FakeServer) {
    self.server = server
    connect()
  }

  func showState() { showsState = true }

  func connect() {
    (session, error) = (nil, nil)
    switch server.locked({ server.fault(of: "connect") }) {
    case nil: session = FakeSession(server)
    case .error(let state, _):
      error = ServerError(state: state, message: "It was told to fail.")
    case .lost, .late: error = ServerError(state: nil, message: "")
    }
  }

  var isConnected: Bool { session.map { !$0.isLost } ?? false }

  var needsPassword: Bool { error?.state == FakeLibPQ.noPassword }

  var message: UnsafePointer<CChar> {
    let text =
      switch error?.state {
      case nil: "server closed the connection unexpectedly\n\tIt was told to."
      case FakeLibPQ.noPassword: "fe_sendauth: no password supplied"
      case "28P01": "connection to server failed: FATAL:  password authentication failed"
      case FakeLibPQ.malformed: #"invalid percent-encoded token: "amy:secret%@host""#
      case let state?:
        #"connection to server at "host" failed: FATAL:  "# + (showsState ? "\(state): " : "")
          + "It was told to fail.\nLOCATION:  a function, a file:1\n"
      }
    return messages.pointer(to: Array(text.utf8))
  }
}

enum FakeLibPQ {
  /// The states of a client that isn't connected, beside those of SQL.
  static let noPassword = "no password"
  static let malformed = "malformed"

  private static let servers = Mutex<[String: FakeServer]>([:])

  /// The address at which a server can be reached.
  static func address(of server: FakeServer) -> String {
    servers.withLock { servers in
      let address = "postgres://amy:secret@host/shop\(servers.count)"
      servers[address] = server
      return address
    }
  }

  /// The store on a server.
  static func store(
    on address: String, lockTimeout: Int = 5_000, patience: Duration = .seconds(5)
  ) throws -> ServerStore {
    guard let address = ServerAddress(address) else { throw CocoaError(.fileNoSuchFile) }
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = lockTimeout
    return try ServerStore(address, options, patience: patience, .success(functions))
  }

  private static func client(_ handle: OpaquePointer) -> FakeClient {
    Unmanaged<FakeClient>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  private static func result(_ handle: OpaquePointer) -> FakeResult {
    Unmanaged<FakeResult>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  private static func handle(_ object: AnyObject) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  private static let functions = LibPQ(
    connect: { names, values, _ in
      var place = 0
      var server: FakeServer?
      while let name = names[place], let value = values[place] {
        if String(cString: name) == "dbname" {
          let address = String(cString: value)
          server = FakeLibPQ.servers.withLock { $0[address] }
        }
        place += 1
      }
      return server.map { FakeLibPQ.handle(FakeClient($0)) }
    },
    needsPassword: { FakeLibPQ.client($0).needsPassword ? 1 : 0 },
    setErrorVerbosity: { handle, _ in
      FakeLibPQ.client(handle).showState()
      return 1
    },
    reset: { FakeLibPQ.client($0).connect() },
    finish: { handle in
      let client = FakeLibPQ.client(handle)
      client.server.locked { if let session = client.session, !session.isLost { session.lose() } }
      Unmanaged<FakeClient>.fromOpaque(UnsafeRawPointer(handle)).release()
    },
    status: { FakeLibPQ.client($0).isConnected ? 0 : 1 },
    errorMessage: { FakeLibPQ.client($0).message },
    enterPipelineMode: { _ in 1 },
    pipelineSync: { handle in
      guard FakeLibPQ.client(handle).isConnected else { return 0 }
      FakeLibPQ.client(handle).session?.sync()
      return 1
    },
    sendQueryParams: { handle, text, count, _, values, lengths, _, _ in
      guard FakeLibPQ.client(handle).isConnected else { return 0 }
      let statement = FakeStatement(text, values, lengths, count)
      FakeLibPQ.client(handle).session?.send(statement)
      return 1
    },
    sendPrepare: { handle, name, text, _, _ in
      guard FakeLibPQ.client(handle).isConnected else { return 0 }
      FakeLibPQ.client(handle).session?.prepare(String(cString: name), String(cString: text))
      return 1
    },
    sendQueryPrepared: { handle, name, count, values, lengths, _, _ in
      guard FakeLibPQ.client(handle).isConnected else { return 0 }
      let statement = FakeStatement(name, values, lengths, count)
      FakeLibPQ.client(handle).session?.send(named: statement.text, statement)
      return 1
    },
    getResult: { handle in
      FakeLibPQ.client(handle).session?.nextResult().map { FakeLibPQ.handle($0) }
    },
    resultStatus: { FakeLibPQ.result($0).status.rawValue },
    resultErrorField: { handle, field in
      let result = FakeLibPQ.result(handle)
      guard let error = result.error else { return nil }
      let isState = field == Int32(UInt8(ascii: "C"))
      return result.pointer(to: Array(((isState ? error.state : error.message) ?? "").utf8))
    },
    tupleCount: { Int32(FakeLibPQ.result($0).count) },
    value: { handle, row, column in
      let result = FakeLibPQ.result(handle)
      return result.value(row, column).map { result.pointer(to: $0) }
    },
    length: { Int32(FakeLibPQ.result($0).value($1, $2)?.count ?? 0) },
    isNull: { FakeLibPQ.result($0).value($1, $2) == nil ? 1 : 0 },
    clear: { Unmanaged<FakeResult>.fromOpaque(UnsafeRawPointer($0)).release() },
    setNoticeProcessor: { _, _, _ in nil }, socket: { _ in -1 }, consumeInput: { _ in 1 },
    notifies: { _ in nil }, exitPipelineMode: { _ in 0 }, getCopyData: { _, _, _ in -2 },
    freeMemory: { _ in })
}
