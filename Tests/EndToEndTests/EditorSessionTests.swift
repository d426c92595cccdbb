import Platform
import Synchronization
import Terminal
import TerminalKit
import Testing

@testable import CommandLineTool
@testable import HistoryTool

/// Editing an order's form again and again, with prepared edits and answers in a clerk's place.
@Suite struct EditorSessionTests {
  private let workspace: Workspace

  /// The demo's store: 1002 is Bob's.
  init() throws { workspace = try Workspace.withForms() }

  private func edit(_ edits: [Edit], _ answers: [String?]) throws -> (
    code: ExitCode, errors: String, kept: [String]
  ) {
    let shelf = Shelf()
    let errors = CapturedOutput()
    var world = World.real()
    world.environment = ["CLEANSTORE_STORE": workspace.file("store"), "TERM": "dumb"]
    world.output = CapturedOutput()
    world.errors = errors
    world.prompt = Clerk(answers)
    world.editor = Typist(edits)
    world.keep = { text, name, _ in
      shelf.texts.withLock { $0.append(text) }
      return Draft(path: name, text: text)
    }
    guard case .run(let invocation) = try ToolDescription.cleanstore.table.parse(["edit", "1002"])
    else {
      throw Missing(what: "a command")
    }
    let code = HistoryTool.Tool(.cleanstore, in: world).carryOut(invocation)
    return (code, errors.text, shelf.texts.withLock { $0 })
  }

  private static let wrong = Edit.replace("222-222-2222", with: "call me")

  @Test func `what is wrong can be put right in the editor`() throws {
    let (code, errors, kept) = try edit(
      [Self.wrong, .replace("call me", with: "555-0100")], ["maybe", "y"])
    #expect(code == .done, "\(errors)")
    #expect(errors.contains("contact.phone"))
    #expect(kept.isEmpty)
    #expect(try workspace.expect(.done, "show", "1002").output.contains("555-0100"))
  }

  @Test func `amounts are in quotes, in major units`() throws {
    let (code, errors, kept) = try edit(
      [
        .replace(#""9.90""#, with: "4.90"), .replace("4.90", with: "490"),
        .replace("490", with: #""4,90""#),
      ], ["y", "y"])
    #expect(code == .done && kept.isEmpty)
    #expect(errors.contains("Only integers are allowed"), "\(errors)")
    #expect(errors.contains(#"Amounts must be in quotes: 'shippingFee'."#), "\(errors)")
    #expect(errors.contains(#"For 490, write "490.00" or "4.90"."#), "\(errors)")
    #expect(try workspace.expect(.done, "show", "1002").output.contains("19.90 USD"))
  }

  @Test func `a kind of payment that may be mistyped is asked about, and can be edited again`()
    throws
  {
    let (code, errors, kept) = try edit(
      [.replace(#""kind": "cash""#, with: #""kind": "crad""#), .replace("crad", with: "invoice")],
      ["n", "y"])
    #expect(code == .done && kept.isEmpty, "\(errors)")
    #expect(errors.contains("Did you mean card?\ncleanstore: Nothing was recorded.\n"), "\(errors)")
    #expect(try workspace.expect(.done, "show", "1002").output.contains("invoice"))
  }

  /// By the column: a field more has other lines.
  static let places: [(old: String, new: String, place: String, hint: String)] = [
    (#""Bob","#, #""Bób""#, ":5: A comma or a colon is missing", "A comma follows each value"),
    (
      #""Battery","#, #""Bättéry", pony,"#, ":28: Text must be in quotes",
      "A comma follows each value"
    ),
    (#""9.90""#, "9.90", "Only integers are allowed", #"Amounts are in quotes: "2.50"."#),
    (#""9.90""#, "9,90", "This byte isn't allowed", #"Amounts are in quotes: "2.50"."#),
  ]

  @Test(arguments: places) func `an error in the editor's text is where the editor shows it`(
    _ old: String, _ new: String, _ place: String, _ hint: String
  ) throws {
    let (_, errors, _) = try edit([.replace(old, with: new)], ["n"])
    #expect(errors.contains(place) && errors.contains(hint), "\(errors)")
  }

  @Test func `an edited form that was kept is read as it was typed`() throws {
    let (code, _, kept) = try edit(
      [.replace(#""9.90""#, with: #""4.90", "pony": 1"#)], ["n"])
    #expect(code == .negative)
    try workspace.write(
      try #require(kept.first).replacing(#", "pony": 1"#, with: ""), to: "kept.json")
    let output = try workspace.expect(.done, "edit", "1002", "--from", "kept.json").output
    #expect(output.hasPrefix("Changed shippingFee of order 1002, total 19.90 USD"))
  }

  @Test func `an amount without quotes is worth as much in a form that was kept`() throws {
    let (_, errors, kept) = try edit([.replace(#""9.90""#, with: "490")], ["n"])
    #expect(errors.contains("the edited form:"), "\(errors)")
    try workspace.write(try #require(kept.first), to: "kept.json")
    let output = try workspace.expect(.done, "edit", "1002", "--from", "kept.json").output
    #expect(output.hasPrefix("Changed shippingFee of order 1002, total 505.00 USD"))
  }

  static let endings: [(answer: String?, second: Edit?, code: ExitCode)] = [
    ("n", nil, .negative), (nil, nil, .interrupted), ("y", .fail, .negative),
  ]

  @Test(arguments: endings) func `what was typed is kept, however it ends`(
    _ answer: String?, _ second: Edit?, _ ending: ExitCode
  ) throws {
    let before = try workspace.log()
    let (code, errors, kept) = try edit([Self.wrong] + (second.map { [$0] } ?? []), [answer])
    #expect(code == ending, "\(errors)")
    #expect(kept.count == 1 && kept.allSatisfy { $0.contains("call me") })
    #expect(
      errors.contains("`cleanstore edit 1002 --editor --expect 2 --from order-1002-edited.json`."))
    // The refusal is recorded, but nothing else.
    let added = try workspace.log().dropFirst(before.count)
    #expect(added.split(separator: "\n").count == 1)
  }

  @Test func `an editor that fails at once leaves nothing to keep`() throws {
    let (code, errors, kept) = try edit([.fail], [])
    #expect(code == .negative && kept.isEmpty)
    #expect(errors.contains("exited with an error"))
  }
}

/// The effect of an editor on a text.
enum Edit: Sendable {
  case replace(String, with: String)
  case fail
}

/// The texts that are kept.
private final class Shelf: Sendable {
  let texts = Mutex<[String]>([])
}

/// Edits as prepared.
private final class Typist: TextEditor {
  private var edits: [Edit]

  init(_ edits: [Edit]) { self.edits = edits }

  func edit(_ text: String, as name: String, rescue: (SavedFile) -> Bool) throws(EditorError)
    -> String
  {
    switch edits.isEmpty ? .fail : edits.removeFirst() {
    case .replace(let old, let new): return text.replacing(old, with: new)
    case .fail: throw .failed(command: "ed")
    }
  }
}
