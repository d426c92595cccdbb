// A log to be judged, in memory.

import Foundation

enum Log {
  case file([UInt8])
  case store(Store)

  func read() -> Reading {
    switch self {
    case .file(let bytes): SingleFile.read(bytes)
    case .store(let store): store.read()
    }
  }

  /// Writes a file, or a store's folder.
  func write(to path: String) throws {
    switch self {
    case .file(let bytes): try Data(bytes).write(to: URL(fileURLWithPath: path))
    case .store(let store):
      try FileManager.default.createDirectory(
        atPath: path + "/log", withIntermediateDirectories: true)
      for (name, bytes) in store.files {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
      }
    }
  }
}
