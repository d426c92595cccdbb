// libpq, PostgreSQL's client library, loaded when it is first needed: nothing is required to build, or to use a folder.

import Platform

/// The functions of libpq that are used (PostgreSQL 14 or later; its manual describes them in "libpq - C Library").
/// Tests replace them.
struct LibPQ: Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  var connect: @convention(c) (UnsafePointer<Text?>, UnsafePointer<Text?>, Int32) -> Connection?
  var needsPassword: @convention(c) (Connection) -> Int32
  var setErrorVerbosity: @convention(c) (Connection, Int32) -> Int32
  var reset: @convention(c) (Connection) -> Void
  var finish: @convention(c) (Connection) -> Void
  var status: @convention(c) (Connection) -> Int32
  var errorMessage: @convention(c) (Connection) -> Text?
  var enterPipelineMode: @convention(c) (Connection) -> Int32
  var pipelineSync: @convention(c) (Connection) -> Int32
  var sendQueryParams:
    @convention(c) (
      Connection, Text, Int32, UnsafePointer<UInt32>?, UnsafePointer<Text?>?,
      UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Int32
  var sendPrepare: @convention(c) (Connection, Text, Text, Int32, UnsafePointer<UInt32>?) -> Int32
  var sendQueryPrepared:
    @convention(c) (
      Connection, Text, Int32, UnsafePointer<Text?>?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Int32
  var getResult: @convention(c) (Connection) -> Result?
  var resultStatus: @convention(c) (Result) -> Int32
  var resultErrorField: @convention(c) (Result, Int32) -> Text?
  var tupleCount: @convention(c) (Result) -> Int32
  var value: @convention(c) (Result, Int32, Int32) -> Text?
  var length: @convention(c) (Result, Int32, Int32) -> Int32
  var isNull: @convention(c) (Result, Int32, Int32) -> Int32
  var clear: @convention(c) (Result) -> Void
  var setNoticeProcessor:
    @convention(c) (
      Connection, (@convention(c) (UnsafeMutableRawPointer?, Text?) -> Void)?,
      UnsafeMutableRawPointer?
    ) -> UnsafeRawPointer?
  var socket: @convention(c) (Connection) -> Int32
  var consumeInput: @convention(c) (Connection) -> Int32
  /// The next notice, which the caller frees.
  var notifies: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  var exitPipelineMode: @convention(c) (Connection) -> Int32
  var getCopyData:
    @convention(c) (Connection, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, Int32) -> Int32
  var freeMemory: @convention(c) (UnsafeMutableRawPointer) -> Void
}

extension LibPQ {
  /// The library, or the reason why it can't be used.
  static let loaded = Swift.Result { () throws(LogError) in try LibPQ() }

  private init() throws(LogError) {
    let library = try Library()
    connect = try library.function("PQconnectdbParams")
    needsPassword = try library.function("PQconnectionNeedsPassword")
    setErrorVerbosity = try library.function("PQsetErrorVerbosity")
    reset = try library.function("PQreset")
    finish = try library.function("PQfinish")
    status = try library.function("PQstatus")
    errorMessage = try library.function("PQerrorMessage")
    enterPipelineMode = try library.function("PQenterPipelineMode")
    pipelineSync = try library.function("PQpipelineSync")
    sendQueryParams = try library.function("PQsendQueryParams")
    sendPrepare = try library.function("PQsendPrepare")
    sendQueryPrepared = try library.function("PQsendQueryPrepared")
    getResult = try library.function("PQgetResult")
    resultStatus = try library.function("PQresultStatus")
    resultErrorField = try library.function("PQresultErrorField")
    tupleCount = try library.function("PQntuples")
    value = try library.function("PQgetvalue")
    length = try library.function("PQgetlength")
    isNull = try library.function("PQgetisnull")
    clear = try library.function("PQclear")
    setNoticeProcessor = try library.function("PQsetNoticeProcessor")
    socket = try library.function("PQsocket")
    consumeInput = try library.function("PQconsumeInput")
    notifies = try library.function("PQnotifies")
    exitPipelineMode = try library.function("PQexitPipelineMode")
    getCopyData = try library.function("PQgetCopyData")
    freeMemory = try library.function("PQfreemem")
  }

  /// Connects, with settings of which later ones count; `dbname` may be an address.
  func connection(_ settings: [(name: String, value: String)]) -> Connection? {
    let names = settings.map { strdup($0.name) }
    let values = settings.map { strdup($0.value) }
    defer { for text in names + values { free(text) } }
    return connect(
      names.map { $0.map { UnsafePointer($0) } } + [nil],
      values.map { $0.map { UnsafePointer($0) } } + [nil], 1)
  }
}

private struct Library {
  /// Where it is looked for, unless `CLEANSTORE_LIBPQ` says.
  private static let names = [
    "libpq.so.5", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
    "/usr/local/opt/libpq/lib/libpq.5.dylib",
    "/Applications/Postgres.app/Contents/Versions/latest/lib/libpq.5.dylib", "libpq.5.dylib",
  ]

  private let handle: UnsafeMutableRawPointer

  init() throws(LogError) {
    let named = getenv("CLEANSTORE_LIBPQ").map { [String(cString: $0)] }
    let found = (named ?? Self.names).lazy.compactMap { dlopen($0, RTLD_NOW) }.first
    guard let found else {
      throw LogError(
        .unreachable, "libpq, PostgreSQL's client library, isn't installed.")
    }
    handle = found
  }

  /// - Parameter Function: The C function's type, which nothing checks.
  func function<Function>(_ name: String) throws(LogError) -> Function {
    guard let symbol = dlsym(handle, name) else {
      throw LogError(
        .unreachable, "The libpq that is installed has no \(name): version 14 or later is needed.")
    }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
