// Orders that are edited as a form in an editor.

import Foundation
import JSONLines
import Testing

extension FormTests {
  /// Edits order 1002 with a script in the editor's place, which finds the form's file in `$1`.
  private func edit(_ script: String, _ flags: String...) throws -> Finished {
    try edit(script, flags)
  }

  private func edit(_ script: String, _ flags: [String]) throws -> Finished {
    try workspace.write(script, to: "editor.sh")
    return try workspace.run(
      ["edit", "1002", "--editor"] + flags, environment: ["VISUAL": "sh editor.sh"])
  }

  private func replacing(_ text: String, with other: String) -> String {
    #"sed 's/\#(text)/\#(other)/' "$1" > new && cat new > "$1" && rm new"#
  }

  @Test func `what was changed in the editor is recorded, with the revision that it showed`() throws
  {
    let finished = try edit(replacing("222-222-2222", with: "555-0100"))
    #expect(finished.code == 0 && finished.errors.isEmpty, "\(finished)")
    #expect(finished.output.hasPrefix("Changed contact.phone of order 1002"))
    let entry = try #require(try workspace.entries().last)
    #expect(entry["command"]?["expect"]?.integer == 2)
    #expect(entry["personal"]?["contact"]?.members?.count == 1)
  }

  @Test func `saving the form as it is changes nothing`() throws {
    let before = try workspace.log()
    let finished = try edit("true")
    #expect(finished.code == 0 && finished.output.hasPrefix("Nothing changes."), "\(finished)")
    #expect(try workspace.log() == before)
  }

  static let failures = ["exit 1", "kill -9 $$", "kill -INT $$"]

  @Test(arguments: failures) func `what was saved is kept when the editor fails`(_ end: String)
    throws
  {
    let finished = try edit(replacing("222-222-2222", with: "555-0100") + "; " + end)
    #expect(finished.code == ExitStatus.negative.rawValue)
    #expect(
      finished.errors.contains(
        "`cleanstore edit 1002 --editor --expect 2 --from order-1002-edited.json`"),
      "\(finished)")
    let going = ["--expect", "2", "--from", "order-1002-edited.json"]
    let output = try edit("true", going).output
    #expect(output.hasPrefix("Changed contact.phone of order 1002"))
    // The draft is the whole order, and would undo what others change.
    try workspace.expect(.done, "edit", "1002", "--first-name", "Eve")
    #expect(try edit("true", going).code == ExitStatus.tryAgain.rawValue)
  }

  /// In Latin-1, UTF-16, and beyond what is read.
  static let unreadable = [
    (#"printf '{"tax": "\344", "number": "4111 1111 1111 1111"}' > "$1""#, "isn't valid UTF-8"),
    (
      #"printf '{"cvv": "123", "number": "4111111111111111"}' | iconv -t UTF-16 > "$1""#,
      "isn't valid UTF-8"
    ),
    (
      #"{ head -c 3000000 /dev/zero | tr '\0' ','; echo 4111111111111111; } > "$1""#,
      "has more than 1048576 bytes"
    ),
  ]

  @Test(arguments: unreadable) func `what was saved is kept byte for byte if it can't be read`(
    _ script: String, _ why: String
  ) throws {
    let before = try workspace.log()
    let finished = try edit(script)
    #expect(finished.code == ExitStatus.negative.rawValue)
    #expect(finished.errors.contains(why), "\(finished)")
    #expect(finished.errors.contains("What you saved is in order-1002-edited.json."), "\(finished)")
    #expect(finished.errors.contains("are replaced with asterisks"), "\(finished)")
    #expect(try workspace.log() == before)
    try workspace.write(script, to: "again.sh")
    _ = try RunningProcess(
      "/bin/sh", ["again.sh", "saved"], in: workspace.path, environment: Tool.environment
    ).finish()
    let (kept, saved) = (
      try workspace.bytes("order-1002-edited.json"), try workspace.bytes("saved")
    )
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    // Nothing but a card's digits differs.
    #expect(kept.count == saved.count && !kept.contains(where: isDigit))
    #expect(zip(kept, saved).allSatisfy { $0 == $1 || $0 == 0x2A && isDigit($1) })
  }

  static let wrong = [
    ("222-222-2222", "call me", "contact.phone"), ("{", "{,", "malformed-form"),
    ("phone", "fax", "unknown-key"),
    (#""kind""#, #""number": "4111111111111111", "kind""#, "number"),
  ]

  @Test(arguments: wrong)
  func `what was typed is kept when it is wrong`(_ text: String, _ other: String, _ what: String)
    throws
  {
    let finished = try edit(replacing(text, with: other), "--json")
    #expect(finished.code != 0)
    #expect(finished.errors.contains(what), "\(finished)")
    #expect(finished.errors.contains("order-1002-edited.json"))
    let kept = try workspace.text("order-1002-edited.json")
    #expect(kept.contains(other.replacing("4111111111111111", with: "****************")))
    #expect(!kept.contains("4111"))
    // It can be put right and handed in.
    let right = kept.replacing(other, with: text).replacing(
      #""number": "****************", "#, with: "")
    try workspace.write(right, to: "order-1002-edited.json")
    try workspace.expect(.done, "edit", "1002", "--from", "order-1002-edited.json")
  }

  @Test func `the store isn't locked during an edit, and a conflict keeps the text`() throws {
    let tool = try Tool.path()
    let finished = try edit(
      "'\(tool)' pay 1002 1 --lock-timeout 0 >&2 || exit 1; "
        + replacing("222-222-2222", with: "555-0100"))
    #expect(finished.code == ExitStatus.tryAgain.rawValue, "\(finished)")
    #expect(finished.errors.contains("order-1002-edited.json"))
    let order = try workspace.expect(.done, "show", "1002", "--json").document()
    #expect(order["contact"]?["phone"]?.string == "222-222-2222")
    #expect(order["rev"]?.integer == 3)
    #expect(try workspace.text("order-1002-edited.json").contains("555-0100"))
  }

  @Test func `kept texts don't overwrite one another, and only their owner can read them`() throws {
    for _ in 1...2 { _ = try edit(replacing("bob.battery@", with: "")) }
    let names = workspace.names(in: ".").filter { $0.contains("edited") }
    #expect(names == ["order-1002-edited-2.json", "order-1002-edited.json"])
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: workspace.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }
}
