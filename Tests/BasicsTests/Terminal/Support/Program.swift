// Real shells and formatters, where they are installed.

import Foundation
import Platform
import Testing

/// A program of this machine.
enum Program {
  static func path(_ name: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func isInstalled(_ name: String) -> Bool { path(name) != nil }

  /// Runs it on a script or a page, and returns what it says on both its outputs.
  static func run(_ name: String, _ arguments: [String] = [], input: String) throws -> String {
    var template = Array((NSTemporaryDirectory() + "/cleanstore-shell.XXXXXX").utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [("input", input), ("a file", ""), ("a folder/b", "")] {
      let file = URL(fileURLWithPath: folder + "/desk/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(name)))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder + "/desk")
    // A person's own settings must not be read.
    process.environment = [
      "PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": folder, "XDG_CONFIG_HOME": folder,
      "XDG_DATA_HOME": folder, "LC_ALL": "C.UTF-8",
    ]
    process.standardInput = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: folder + "/desk/input"))
    let output = folder + "/output"
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return try String(contentsOfFile: output, encoding: .utf8)
  }
}
