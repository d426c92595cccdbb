// Output that is compared to the byte with what was committed.

import Foundation
import Testing

/// The committed outputs in Tests/EndToEndTests/Golden.
enum Golden {
  /// Compares; with CLEANSTORE_RECORD_GOLDEN in the environment, records instead.
  static func expect(
    _ actual: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = Files.repository + "/Tests/EndToEndTests/Golden/" + name
    if ProcessInfo.processInfo.environment["CLEANSTORE_RECORD_GOLDEN"] != nil {
      try Data(actual.utf8).write(to: URL(fileURLWithPath: path))
    }
    let expected = try Files.text(path)
    guard actual != expected else { return }
    Issue.record(
      "\(name) differs.\n\(firstDifference(actual, expected))", sourceLocation: sourceLocation)
  }

  /// With CLEANSTORE_RECORD_GOLDEN in the environment, puts outputs into the lines of a page.
  static func recordExamples(of page: String, _ outputs: [(lines: Range<Int>, text: String)])
    throws
  {
    guard ProcessInfo.processInfo.environment["CLEANSTORE_RECORD_GOLDEN"] != nil else { return }
    let path = Files.repository + "/" + page
    var lines = try Files.text(path).components(separatedBy: "\n")
    for (place, text) in outputs.reversed() {
      lines.replaceSubrange(
        place,
        with: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
          String.init))
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
  }

  private static func firstDifference(_ actual: String, _ expected: String) -> String {
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(actual.count, expected.count) {
      let (said, should) = (
        index < actual.count ? actual[index] : "(end)",
        index < expected.count ? expected[index] : "(end)"
      )
      if said != should { return "line \(index + 1):\n- \(should)\n+ \(said)" }
    }
    return ""
  }
}
