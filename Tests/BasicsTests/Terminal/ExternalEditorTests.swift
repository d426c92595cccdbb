import Foundation
import Testing

@testable import Terminal

/// An editor that is a line for the shell, and the folder in which it is given its files.
private final class Desk {
  let folder: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/cleanstore-desk.XXXXXX").utf8CString)
    folder = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var files: [String] {
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// The texts that the rescue got, and whether it succeeds.
  var rescued: [String?] = []
  var canRescue = true

  func edit(_ text: String, with variables: [String: String]) throws(EditorError) -> String {
    let environment = ["PATH": "/usr/bin:/bin", "TMPDIR": folder].merging(variables) { $1 }
    let terminal = TerminalInfo(
      inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: false)
    return try ExternalEditor(environment: environment, terminal: terminal)
      .edit(text, as: "order.json") { saved in
        rescued.append(saved.text)
        return canRescue
      }
  }
}

@Suite struct ExternalEditorTests {
  @Test(arguments: [
    (["EDITOR": "sed -i.bak s/Amy/Bob/"], "Bob\n"),
    (["VISUAL": "sed -i.bak s/Amy/Bob/", "EDITOR": "false"], "Bob\n"),
    (["VISUAL": "", "EDITOR": "sed -i.bak 's/Amy/Bob Battery/'"], "Bob Battery\n"),
    (["EDITOR": "true"], "Amy\n"),
    (["EDITOR": "truncate -s 0"], ""),
  ]) func `the text comes back as the editor saved it`(
    variables: [String: String], expected: String
  ) throws {
    let desk = try Desk()
    #expect(try desk.edit("Amy\n", with: variables) == expected)
    #expect(desk.files == [] && desk.rescued.isEmpty)
  }

  @Test func `the file is readable only by its owner, and has the requested name`() throws {
    let desk = try Desk()
    let editor = #"f() { { ls -l "$1"; ls -ld "$(dirname "$1")"; } > "$TMPDIR/seen"; }; f"#
    #expect(try desk.edit("Amy", with: ["EDITOR": editor]) == "Amy")
    let seen = try String(contentsOfFile: desk.folder + "/seen", encoding: .utf8)
    #expect(seen.contains(/(?m)^-rw-------.* .*\/order\.json$/))
    #expect(seen.contains(/(?m)^drwx------/))
  }

  @Test(
    arguments: [
      ("false", .failed(command: "false")),
      ("kill -9 $$; :", .failed(command: "kill -9 $$; :")),
      ("no-such-editor -x", .notFound(command: "no-such-editor -x")),
      (#"printf '\377' >"#, .invalidText),
      ("truncate -s 2G", .tooLarge(limit: 1 << 20)),
      ("rm", .fileFailed(errno: ENOENT)),
    ] as [(String, EditorError)])
  func `an editor that fails leaves no files`(editor: String, expected: EditorError) throws {
    let desk = try Desk()
    #expect(throws: expected) { try desk.edit("Amy", with: ["EDITOR": editor]) }
    #expect(desk.files == [])
    #expect(!expected.message.isEmpty && !expected.hint.isEmpty && !expected.code.isEmpty)
  }

  static let rescues: [(editor: String, saved: [String?])] = [
    (#"f() { echo Bob > "$1"; exit 3; }; f"#, ["Bob\n"]),
    (#"f() { echo Bob > "$1"; kill -9 $$; }; f"#, ["Bob\n"]),
    (#"f() { echo Bob > "$1"; kill -INT $$; }; f"#, ["Bob\n"]),
    (#"printf 'Zo\353' >"#, [nil]), ("truncate -s 1048577", [nil]), ("rm", []),
    ("no-such", ["Amy"]),
    // A loop of links: there is a file, but the system can't open it.
    (#"f() { rm "$1"; ln -s order.json "$1"; }; f"#, [nil]),
  ]

  @Test(arguments: rescues.indices) func `what was saved is rescued if it isn't returned`(
    _ index: Int
  ) throws {
    let (desk, row) = (try Desk(), Self.rescues[index])
    #expect(throws: EditorError.self) { try desk.edit("Amy", with: ["EDITOR": row.editor]) }
    #expect(desk.rescued == row.saved && desk.files == [])
  }

  @Test func `what can't be rescued stays where it was saved`() throws {
    let desk = try Desk()
    desk.canRescue = false
    #expect(throws: EditorError.invalidText) {
      try desk.edit("Amy", with: ["EDITOR": #"printf '\377' >"#])
    }
    #expect(desk.files.count == 2 && desk.files.last?.hasSuffix("/order.json") == true)
  }

  @Test func `a folder that isn't there is an error`() throws {
    let desk = try Desk()
    #expect(throws: EditorError.fileFailed(errno: ENOENT)) {
      try desk.edit("Amy", with: ["TMPDIR": desk.folder + "/nowhere"])
    }
  }

  @Test func `large texts pass through whole`() throws {
    let text = String(repeating: "Zoë\n", count: 100_000)
    #expect(try Desk().edit(text, with: ["EDITOR": "true"]) == text)
  }
}
