// A folder for one test.

import Foundation
import TestKit
import Testing

/// A folder that is gone with the test, and what is in it.
final class Workspace {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/cleanstore-e2e.XXXXXX").utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in here.
  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  /// Writes a program that can be run at once.
  ///
  /// Another process copies it: one that a test beside this begins just now might hold on to a file of
  /// this process for a moment longer, and a file that is open for writing can't be run.
  func writeProgram(_ text: String, to name: String) throws {
    try write(text, to: "program")
    let copying = try RunningProcess(
      "/bin/sh", ["-c", "cp program \"$0\" && chmod 700 \"$0\"", name], in: path,
      environment: Tool.environment
    ).finish()
    try #require(copying.code == 0, "\(copying)")
  }

  func text(_ name: String) throws -> String { try Files.text(file(name)) }

  func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: file(name))
    // Sealed segments are read-only.
    try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    try Data(bytes).write(to: url)
  }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(folder))) ?? []).sorted()
  }

  /// The bytes of the files of a folder and of those in it, by their paths from there.
  func files(in folder: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let all = FileManager.default.enumerator(atPath: file(folder))
    while let name = all?.nextObject() as? String {
      let contents = FileManager.default.contents(atPath: file("\(folder)/\(name)"))
      files[name] = contents.map { Array($0) }
    }
    return files
  }

  /// Makes a folder of what ``files(in:)`` found.
  func makeFolder(_ folder: String, of files: [String: [UInt8]]) throws {
    for (name, bytes) in files {
      let url = URL(fileURLWithPath: file("\(folder)/\(name)"))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
  }

  func copy(_ name: String, to copy: String) throws {
    try FileManager.default.copyItem(atPath: file(name), toPath: file(copy))
  }
}

/// The exit codes as the documentation has them: written down once more, so that a change shows.
enum ExitStatus: Int32 {
  case done = 0
  case negative = 1
  case usage = 64
  case badData = 65
  case notFound = 66
  case cannotCreate = 73
  case inputOutput = 74
  case tryAgain = 75
  case configuration = 78
  case interrupted = 130
}

/// The tool's executable.
enum Tool {
  /// The environment of every run, and nothing else.
  static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

  /// It lies beside the tests, in whatever folder and configuration they were built.
  static func path(_ name: String = "cleanstore") throws -> String {
    // The test runner names itself or, on macOS, the bundle that it runs.
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument)
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let tool = folder.appendingPathComponent(name).path
        if Files.isProgram(tool) { return tool }
      }
    }
    throw Missing(what: "\(name) beside the tests")
  }
}

struct Missing: Error {
  let what: String
}

/// Files that don't belong to a test.
enum Files {
  static let repository = Repository.root

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// The first of these programs that is installed.
  static func program(_ name: String) -> String? {
    (Tool.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { isProgram($0) }
  }

  static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
  }
}
