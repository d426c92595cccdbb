// Runs recorded command lines, one after the other, where everything that they depend on is fixed.

import Foundation
import Testing

/// A folder with the fixtures, and a shell in which `cleanstore` is the tool that was built.
final class RecordedSession {
  private let workspace: Workspace
  private let environment: [String: String]
  private let hiding: Hiding
  /// The value of `$EVERY`.
  private let every: String

  init() throws {
    workspace = try Workspace()
    for name in ["bugs", "format-1"] {
      try FileManager.default.copyItem(
        atPath: "\(Files.repository)/Fixtures/\(name)", toPath: workspace.file(name))
    }
    for name in ["forms", "functions.sh", "imports", "logs", "stores"] {
      try FileManager.default.copyItem(
        atPath: "\(Files.repository)/Fixtures/recorded-1/\(name)", toPath: workspace.file(name))
    }
    let functions = try workspace.text("functions.sh")
    every = try #require(functions.firstMatch(of: /EVERY='([^']*)'/)).1
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let tool = URL(fileURLWithPath: try Tool.path()).deletingLastPathComponent().path
    environment = [
      "PATH": tool + ":" + (Tool.environment["PATH"] ?? ""), "HOME": workspace.path,
      "TMPDIR": workspace.path, "TZ": "UTC", "LC_ALL": "C", "LANG": "C", "TERM": "dumb",
      "CLEANSTORE_ACTOR": "clerk",
    ]
    hiding = Hiding(since: .now)
  }

  /// The output of a command line, and its exit code.
  func run(_ command: String) throws -> String {
    let finished = try finished(command)
    var text = hiding.hide(finished.output)
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n\\ no line feed\n" }
    var errors: [String] = []
    for line in finished.errors.split(separator: "\n") {
      // Sentences may be worded and wrapped differently.
      let line = line.hasPrefix("{") ? "! " + hiding.hide(String(line)) : "! (text)"
      if line != errors.last || line != "! (text)" { errors.append(line) }
    }
    return text
      + (errors + ["= \(finished.code.map(String.init) ?? "killed")"]).joined(separator: "\n")
  }
}

extension RecordedSession {
  /// Runs a plain line without a process for the tool, and any other in a shell.
  private func finished(_ command: String) throws -> Finished {
    guard let line = PlainLine(command.replacing("$EVERY", with: every)) else {
      // These are no functions of the shell.
      try #require(!command.hasPrefix("each ") && !command.hasPrefix("moments "))
      return try shell(command)
    }
    let finished = try finished(line)
    guard let filter = line.filter else { return finished }
    let filtered = try shell(filter, input: finished.output)
    return Finished(
      ending: filtered.ending, output: filtered.output, errors: finished.errors + filtered.errors)
  }

  private func finished(_ line: PlainLine) throws -> Finished {
    var (output, errors) = ("", "")
    var ending = Finished.Ending.exited(0)
    switch line.loop {
    case .none: return try tool(line.words)
    case .each(let file):
      let lines = try workspace.bytes(file).split(
        separator: 0x0A, omittingEmptySubsequences: false)
      for (index, bytes) in lines.enumerated() where index < lines.count - 1 || !bytes.isEmpty {
        let one = try tool(line.words, input: bytes + [0x0A])
        output += one.output + one.errors + "line \(index + 1): exit \(one.code ?? -1)\n"
      }
    case .moments(let moments):
      for moment in moments {
        let one = try tool(line.words + ["--at", String(moment)])
        output += one.output + (one.code == 0 ? "" : "exit \(one.code ?? -1)\n")
        errors += one.errors
      }
    case .entries(let entries):
      for entry in entries {
        let one = try tool(line.words.map { $0.replacing("$entry", with: entry) })
        output += one.output
        errors += one.errors
        ending = one.ending
      }
    }
    return Finished(ending: ending, output: output, errors: errors)
  }

  private func tool(_ words: [String], input: [UInt8] = []) throws -> Finished {
    try Tool.run(words, in: workspace.path, input: input, environment: environment)
  }

  private func shell(_ line: String, input: String = "") throws -> Finished {
    try RunningProcess(
      "/bin/sh", ["-c", ". ./functions.sh\n" + line], in: workspace.path, environment: environment
    ).finish(input: input)
  }
}

/// Hides what differs from run to run (the clock's times, random numbers, the checksums over them),
/// and sentences for people, which may be reworded.
private struct Hiding {
  /// The second at which the run began, as times are written.
  private let start: String

  init(since time: Date) { start = String(time.ISO8601Format().dropLast()) }

  func hide(_ text: String) -> String {
    text.components(separatedBy: "\n").map { line in
      guard line.contains("\"") else { return line }
      var line = line
      let count = line.utf8.count
      line.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/.matchingSemantics(.unicodeScalar)) {
        $0.output >= start ? "NOW" : $0.output
      }
      // The salts and ids in the fixtures begin differently.
      line.replace(
        /"(salt|store|id)":"(?!00000000|c1ea0000)[0-9a-f]{32}"/.matchingSemantics(.unicodeScalar)
      ) { "\"\($0.1)\":\"RANDOM\"" }
      if line.utf8.count != count {
        line.replace(
          /"crc":"[0-9a-f]{8}"/.matchingSemantics(.unicodeScalar), with: #""crc":"HIDDEN""#)
      }
      line.replace(
        /,"(message|hint|what)":"([^"\\]|\\.)*"/.matchingSemantics(.unicodeScalar), with: "")
      line.replace(/"damage":"(\S+): [^"]*"/.matchingSemantics(.unicodeScalar)) {
        "\"damage\":\"\($0.1)\""
      }
      line.replace(/"rule":"[A-Z][^"]*"/.matchingSemantics(.unicodeScalar), with: #""rule":"…""#)
      return line
    }.joined(separator: "\n")
  }
}
