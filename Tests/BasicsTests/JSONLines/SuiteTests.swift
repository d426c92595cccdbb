// The public JSONTestSuite, where it is at hand: it isn't part of this repository.
// What it teaches is kept in SyntaxTests, which runs everywhere.

import Foundation
import JSONLines
import TestKit
import Testing

struct SuiteTests {
  static let folder = URL(filePath: Repository.shared + "/data/JSONTestSuite/test_parsing")
  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  static func files(_ prefix: String) throws -> [URL] {
    try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix(prefix) }
  }

  static func verdict(_ file: URL) throws -> JSONError? {
    refusal(of: [UInt8](try Data(contentsOf: file)), .rfc8259)
  }

  @Test(.enabled(if: isThere))
  func `All texts that must be accepted are`() throws {
    let files = try Self.files("y_")
    #expect(files.count == 95)
    for file in files {
      #expect(try Self.verdict(file) == nil, "\(file.lastPathComponent)")
    }
  }

  @Test(.enabled(if: isThere))
  func `All texts that must be refused are, by every profile`() throws {
    let files = try Self.files("n_")
    #expect(files.count == 188)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      for profile in [JSONProfile.rfc8259, .anyOrder, .canonical] {
        #expect(refusal(of: bytes, profile) != nil, "\(file.lastPathComponent) \(profile)")
      }
    }
  }

  @Test(.enabled(if: isThere))
  func `Texts that may be accepted or refused get the verdict that the docs give`() throws {
    let documented = try Self.documentedVerdicts()
    let files = try Self.files("i_")
    #expect(files.count == 35)
    #expect(Set(files.map(\.lastPathComponent)) == Set(documented.keys))
    for file in files {
      let verdict = try Self.verdict(file)?.code.rawValue ?? "accepted"
      #expect(documented[file.lastPathComponent] == verdict, "\(file.lastPathComponent)")
    }
  }

  /// The rows of the table in `Docs/JSON.md`: file, verdict (an error's code or "accepted"), reason.
  static func documentedVerdicts() throws -> [String: String] {
    let page = try Repository.text("Docs/JSON.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `i_") }
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let cells = row.split(separator: "|").map {
          $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        }
        return (cells[0], cells[1])
      })
  }
}
