// The log on a server, to be read: pages of rows, made into lines.

/// A connection that threads share, made when it is needed.
final class ServerLink: Sendable {
  let address: ServerAddress
  private let application: String
  private let writes: Bool
  private let connection = Locked<Held>(Held())

  private struct Held {
    nonisolated(unsafe) var connection: ServerConnection?
    var withholdsPersonal = false
  }

  /// Whether the login may not read personal data.
  var withholdsPersonal: Bool {
    get { connection.withLock { $0.withholdsPersonal } }
    set { connection.withLock { $0.withholdsPersonal = newValue } }
  }

  init(_ address: ServerAddress, application: String, writes: Bool = false) {
    (self.address, self.application, self.writes) = (address, application, writes)
  }

  /// Runs statements that only read: again with a new connection if the old one was lost.
  func read(_ statements: Statement...) throws(LogError) -> [ServerRows] {
    do throws(ServerError) {
      do throws(ServerError) {
        return try run(statements)
      } catch {
        guard error.isLost else { throw error }
        return try run(statements)
      }
    } catch {
      throw LogError(error, at: address)
    }
  }

  /// Runs statements. A connection that was lost isn't used again.
  func run(_ statements: [Statement]) throws(ServerError) -> [ServerRows] {
    try connection.withLock { (held) throws(ServerError) in
      let connection = if let known = held.connection { known } else { try connect() }
      held.connection = connection
      do throws(ServerError) {
        return try connection.run(statements)
      } catch {
        if error.isLost { held.connection = nil }
        throw error
      }
    }
  }

  private func connect() throws(ServerError) -> ServerConnection {
    switch LibPQ.loaded {
    case .success(let pq):
      return try ServerConnection(address, application: application, writes: writes, pq)
    case .failure(let error):
      throw ServerError(state: ServerError.noLibrary, message: error.message)
    }
  }
}

extension Statement {
  /// The end of the log: number, time, version of the rules.
  static let end = Statement("SELECT seq, at, engine FROM cleanstore.head")
}

/// A line in the parts in which a server has it.
struct SplitLine {
  /// The line without its personal data, and without an LF.
  let bare: [UInt8]
  let block: [UInt8]?
  /// The checksum of the whole line.
  let crc: [UInt8]?

  /// The lines of a chunk.
  static func lines(of chunk: LogChunk) throws(LogError) -> [SplitLine] {
    var decoder = EntryDecoder(form: .store)
    var json = JSONReader(chunk.storage, in: chunk.lines, profile: .canonical)
    var lines: [SplitLine] = []
    while json.position < json.end {
      do throws(JSONError) {
        lines.append(SplitLine(try decoder.decode(&json)))
      } catch {
        throw LogError(.malformed, error.message)
      }
    }
    return lines
  }

  private init(_ entry: Entry) {
    let line = entry.line
    guard entry.hasPersonalData else {
      (bare, block, crc) = (Array(entry[line]), nil, nil)
      return
    }
    bare = entry.erasedLine.dropLast()
    block = Array(entry[entry.personal])
    crc = Array(entry[(line.upperBound - 10)..<(line.upperBound - 2)])
  }
}
