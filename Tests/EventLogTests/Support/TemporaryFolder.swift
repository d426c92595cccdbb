// A folder for one test, gone with it.

import EventLog

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/cleanstore-test.XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  deinit { Self.removeAll(path) }

  private static func removeAll(_ path: String) {
    for name in (try? PosixDisk().names(in: path)) ?? [] { removeAll(path + "/" + name) }
    remove(path)
  }

  var store: String { path + "/store" }

  func mode(_ name: String) -> UInt32 {
    var status = stat()
    return stat(path + "/" + name, &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
  }

  func read(_ name: String) -> [UInt8] {
    guard let file = fopen(path + "/" + name, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    var all: [UInt8] = []
    while true {
      let count = fread(&bytes, 1, bytes.count, file)
      if count == 0 { return all }
      all += bytes[..<count]
    }
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String) {
    guard let file = fopen(path + "/" + name, "w") else { return }
    defer { fclose(file) }
    let bytes = Array(bytes)
    fwrite(bytes, 1, bytes.count, file)
  }
}
