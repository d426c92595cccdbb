import Foundation
import Testing

/// The output for programs, compared with what was recorded before the redesign: standard output, exit
/// codes, error codes, places and fields. `Fixtures/recorded-1/cases` has the command lines.
///
/// The recordings say what the tool did before its parts were rearranged. They are never made again
/// for a change of the code: a difference is a bug, whichever of the two looks nicer. Only a change
/// of behaviour that was decided on may be recorded, by CLEANSTORE_RECORD_BEHAVIOUR=1 and a look at
/// what git says changed. A new case is a line that begins with `$ `, recorded the same way.
@Suite struct RecordedOutputTests {
  static let groups = [
    "bugs", "changing", "damage", "golden", "hypothetical", "importing", "many", "odd", "refusals",
  ]

  @Test(arguments: groups) func `programs see what they saw before`(_ group: String) throws {
    let path = Files.repository + "/Fixtures/recorded-1/cases/\(group).txt"
    let recording = Recording(try Files.text(path))
    #expect(!recording.cases.isEmpty)
    let session = try RecordedSession()
    let actual = try recording.cases.map {
      Recording.Case(command: $0.command, output: try session.run($0.command))
    }
    if ProcessInfo.processInfo.environment["CLEANSTORE_RECORD_BEHAVIOUR"] != nil {
      let text = Recording(heading: recording.heading, cases: actual).text
      return try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    for (recorded, actual) in zip(recording.cases, actual) {
      if let difference = recorded.difference(from: actual) {
        Issue.record("\(group): \(difference)")
      }
    }
  }

  @Test func `no recording is left out`() throws {
    let folder = Files.repository + "/Fixtures/recorded-1/cases"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == Self.groups.map { $0 + ".txt" })
  }
}
