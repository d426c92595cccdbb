// The systems that CleanStore is compared with, and the programs that answer for them.

/// A system that keeps, or reads, the same entries.
enum Peer: String, CaseIterable {
  case sqlite, postgresql, redis, duckdb, simdjson, eventsourcing

  var title: String {
    switch self {
    case .sqlite: "SQLite"
    case .postgresql: "PostgreSQL"
    case .redis: "Redis"
    case .duckdb: "DuckDB"
    case .simdjson: "simdjson"
    case .eventsourcing: "eventsourcing"
    }
  }

  /// The commands that install all of them on Debian, whose own Python takes no further modules. The benchmark uses
  /// the `python3` that `PATH` leads to.
  static let installLines = [
    "apt-get install g++ libsimdjson-dev postgresql python3-venv redis-server",
    "python3 -m venv ~/peers && ~/peers/bin/pip install duckdb eventsourcing",
    "export PATH=~/peers/bin:$PATH",
  ]

  /// The number of the log's first entries that it gets: the Python library is too slow for all of them.
  func entries(of all: Int) -> Int { self == .eventsourcing ? min(all, 20_000) : all }

  /// Starts the program that answers for it, about the segments in a folder.
  ///
  /// - Throws: `MissingPeer` if something isn't installed.
  func start(on log: String, in folder: TemporaryFolder) throws -> PeerProgram {
    guard self == .simdjson else {
      // Without writing compiled modules beside the sources.
      let script = Self.programs + "/peer.py"
      return try PeerProgram(title, ["python3", "-B", script, rawValue, log], needs: "python3")
    }
    let walk = folder.newPath()
    let arguments = ["-O3", "-std=c++17", Self.programs + "/walk.cpp", "-lsimdjson", "-o", walk]
    // Clang first, which comes with Swift: compiled by GCC, the walk takes 1.7 times as long.
    guard ["clang++", "c++"].contains(where: { Process.run([$0] + arguments) }) else {
      throw MissingPeer(what: "c++ with simdjson.h")
    }
    return try PeerProgram(title, [walk, log], needs: walk)
  }

  private static var programs: String {
    let file = #filePath
    return file[..<(file.lastIndex(of: "/") ?? file.endIndex)] + "/Programs"
  }
}

/// A peer that is skipped, because something that it needs is missing.
struct MissingPeer: Error {
  let what: String
}

/// Why a comparison means nothing.
struct PeerFailure: Error, CustomStringConvertible {
  let description: String
}
