import Foundation
import Terminal
import Testing

/// The file that keeps a clerk's answers, and a form from a file at a terminal.
@Suite struct OrderDraftTests {
  private let workspace: Workspace
  private let draft: String

  /// The demo's store: 1002 is Bob's.
  init() throws {
    workspace = try Workspace.withForms()
    draft = workspace.file("order-draft.json")
  }

  private func create(
    _ arguments: [String], _ answers: [String?],
    before act: @escaping (Clerk, String) throws -> Void = { _, _ in }
  ) throws -> (served: Served, recorded: Int) {
    let before = try workspace.log()
    let served = try workspace.serve(
      Clerk(answers, before: act), ["create"] + arguments, readingOutput: true)
    return (served, try workspace.log().dropFirst(before.count).count { $0 == "\n" })
  }

  private var form: [String] { ["--from", workspace.file("amy.json")] }
  private static let question = "Total 25.00 USD. Is everything right? (y/n)"

  @Test func `a complete form from a file is shown, and created when that is confirmed`() throws {
    let (served, recorded) = try create(form, ["y"])
    #expect(served.code == .done && recorded == 1)
    #expect(served.clerk.questions == [Self.question])
    #expect(served.errors.contains("1 Infinite Loop, 2nd floor, Cupertino, CA 95014"))
    #expect(try workspace.text("amy.json") == Forms.amy)
  }

  @Test func `a complete form from a file can be corrected first`() throws {
    let answers = ["n", "contact", "Anna"] + Array(repeating: "", count: 3 + 3) + ["y"]
    let (served, recorded) = try create(form, answers)
    #expect(served.code == .done && recorded == 1 && served.clerk.isDone, "\(served.errors)")
    #expect(try workspace.expect(.done, "show", "1003").output.contains("Anna Apple"))
  }

  @Test func `before a part that is gone through again is the part before it in the form`() throws {
    // From the first name to the customer, and forth; then from the confirmation to the E-mail.
    let answers = ["n", "contact", "<", "", "Anna", "", "", "", "<", "anna@example.com", "y"]
    let (served, _) = try create(form, answers)
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    #expect(
      served.clerk.questions.prefix(8) == [
        Self.question, "Which part is wrong", "First name", "Customer", "First name", "Last name",
        "Phone", "E-mail",
      ])
    #expect(served.clerk.questions.dropFirst(8) == [Self.question, "E-mail", Self.question])
    #expect(served.clerk.suggestions[3] == "amy")
    #expect(try workspace.expect(.done, "show", "1003").output.contains("anna@example.com"))
  }

  @Test func `before the first part is the question which part it is`() throws {
    let answers =
      ["n", "customer", "<", "contact", "Anna"] + Array(repeating: "", count: 3) + ["y"]
    let (served, _) = try create(form, answers)
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
  }

  @Test func `nothing is recorded, or kept, when it isn't confirmed`() throws {
    let (served, recorded) = try create(form, [nil])
    #expect(served.code == .interrupted && recorded == 0)
    #expect(!workspace.names(in: ".").contains("order-draft.json"))
  }

  @Test(arguments: [["--yes"], ["--dry-run"], ["--json"]])
  func `a form from a file isn't asked about if that was said before`(_ flags: [String]) throws {
    let (served, _) = try create(form + flags, [])
    #expect(served.code == .done && served.clerk.questions.isEmpty)
  }

  @Test func `there is no question where a program reads the output, or nothing is recorded`()
    throws
  {
    for command in ["create", "validate"] {
      let served = try workspace.serve(
        Clerk([]), [command] + form, readingOutput: command == "validate")
      #expect(served.code == .done && served.clerk.questions.isEmpty)
    }
  }
}

// The tool's own file.
extension OrderDraftTests {
  /// Gives up at the question before the order would be created.
  private func giveUp() throws {
    #expect(try create([], Clerk.order.dropLast() + [nil]).served.code == .interrupted)
  }

  @Test func `a draft is shown before it is created, and removed after that`() throws {
    try giveUp()
    let (served, recorded) = try create(["--from", draft], ["y"])
    #expect(served.code == .done && recorded == 1)
    #expect(served.clerk.questions == ["Total 31.40 USD. Is everything right? (y/n)"])
    #expect(served.errors.hasSuffix("Removed \(draft), because the order is recorded.\n"))
    let (again, none) = try create(["--from", draft], [])
    #expect(again.code == .notFound && none == 0)
  }

  @Test func `the command that goes on names the store and the locale that were named`() throws {
    let flags = ["--store", workspace.file("store"), "--locale", "de-DE"]
    let (served, _) = try create(flags, ["dana", nil])
    #expect(
      served.errors.contains(
        "`cleanstore create \(flags.joined(separator: " ")) --from order-draft.json`"),
      "\(served.errors)")
  }

  @Test func `a draft that is left at once is named again`() throws {
    try giveUp()
    let before = try String(contentsOfFile: draft, encoding: .utf8)
    let (served, _) = try create(["--from", draft], [nil])
    #expect(served.code == .interrupted)
    #expect(
      served.errors.contains(
        "is saved in \(draft). To use it, run `cleanstore create --from \(draft)`."),
      "\(served.errors)")
    #expect(try String(contentsOfFile: draft, encoding: .utf8) == before)
    // A form that was written by hand was never saved by the tool.
    #expect(!(try create(form, [nil]).served.errors.contains("saved in")))
  }

  @Test func `a draft is removed after a program created its order`() throws {
    try giveUp()
    let finished = try workspace.expect(
      .done, "create", "--from", "order-draft.json", "--quiet")
    #expect(finished.output == "1003\n")
    #expect(
      finished.errors
        == "cleanstore: Removed order-draft.json, because the order is recorded.\n")
    try workspace.expect(.notFound, "create", "--from", "order-draft.json")
  }

  @Test func `a draft stays if nothing is recorded`() throws {
    try giveUp()
    try workspace.expect(.done, "validate", "--from", "order-draft.json")
    try workspace.expect(.done, "create", "--from", "order-draft.json", "--dry-run")
    try workspace.expect(.negative, "create", "--from", "order-draft.json", "--order", "1002")
    #expect(try create(["--from", draft], [nil]).served.code == .interrupted)
    #expect(FileManager.default.fileExists(atPath: draft))
  }

  @Test(arguments: ["order-draft.json", "template.json"])
  func `a file that isn't the command's own is never removed`(_ name: String) throws {
    if name == "template.json" {
      try giveUp()
      try FileManager.default.moveItem(atPath: draft, toPath: workspace.file(name))
    } else {
      try workspace.write(Forms.amy, to: name)
    }
    let before = try workspace.text(name)
    #expect(try create(["--from", workspace.file(name)], ["y"]).recorded == 1)
    try workspace.expect(.done, "create", "--from", name)
    #expect(try workspace.text(name) == before)
  }

  @Test func `a draft that was changed meanwhile is neither removed nor replaced`() throws {
    try giveUp()
    let (workspace, changed) = (workspace, Forms.amy)
    #expect(
      try create(["--from", draft], ["y"]) { _, _ in
        try workspace.write(changed, to: "order-draft.json")
      }.recorded == 1)
    #expect(try workspace.text("order-draft.json") == changed)
  }

  @Test func `a draft that is stopped at again is replaced by what was typed since`() throws {
    _ = try create([], Array(Clerk.order.prefix(3)) + [nil])
    _ = try create(["--from", draft], Array(Clerk.order[3..<7]) + [nil])
    #expect(try workspace.text("order-draft.json").contains("3 Coil Street"))
    let (served, _) = try create(["--from", draft], Clerk.order.dropFirst(7) + [])
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    #expect(!workspace.names(in: ".").contains { $0.hasPrefix("order-draft") })
  }

  @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")))
  func `a draft on another file system is updated and removed there`() throws {
    let folder = "/dev/shm/cleanstore-\(UUID())/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try create([], Array(Clerk.order.prefix(3)) + [nil])
    let moved = folder + "order-draft.json"
    try FileManager.default.moveItem(atPath: draft, toPath: moved)
    _ = try create(["--from", moved], Array(Clerk.order[3..<7]) + [nil])
    #expect(try Files.text(moved).contains("3 Coil Street"))
    let (served, _) = try create(["--from", moved], Clerk.order.dropFirst(7) + [])
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(!workspace.names(in: ".").contains { $0.hasPrefix("order-draft") })
  }

  @Test func `a draft that can't be updated in its folder is removed, and kept in this one`() throws
  {
    _ = try create([], Array(Clerk.order.prefix(3)) + [nil])
    try FileManager.default.createDirectory(
      atPath: workspace.file("full"), withIntermediateDirectories: false)
    let moved = workspace.file("full/order-draft.json")
    try FileManager.default.moveItem(atPath: draft, toPath: moved)
    // It is in the place of the file that a new text is written to.
    try FileManager.default.createDirectory(
      atPath: moved + ".unfinished", withIntermediateDirectories: false)
    _ = try create(["--from", moved], Array(Clerk.order[3..<7]) + [nil])
    #expect(!FileManager.default.fileExists(atPath: moved))
    #expect(try workspace.text("order-draft.json").contains("3 Coil Street"))
  }

  @Test func `what was kept at Ctrl-Z is removed when the session goes on to the end`() throws {
    let (served, _) = try create([], Clerk.order) { clerk, _ in clerk.lastAct?() }
    #expect(served.code == .done)
    #expect(served.errors.contains("saved in order-draft.json"))
    #expect(!served.errors.contains("order-draft-2.json"))
    #expect(!workspace.names(in: ".").contains { $0.hasPrefix("order-draft") })
  }
}

// Going on with a draft.
extension OrderDraftTests {
  /// Stops after some answers, and goes on with the draft.
  private func goOn(after count: Int, _ answers: [String?]) throws -> Served {
    _ = try create([], Array(Clerk.order.prefix(count)) + [nil])
    return try create(["--from", draft], answers).served
  }

  /// The questions of a whole session with the answers they suggest, without those about cards.
  private func asked(_ served: [Served]) -> [String] {
    served.flatMap { served in
      zip(served.clerk.questions, served.clerk.suggestions).map { "\($0) [\($1 ?? "")]" }
    }
  }

  @Test func `an interrupted session goes on as if it hadn't been interrupted`() throws {
    let whole = try create(["--order", "whole"], Clerk.order).served
    let order = try workspace.expect(.done, "show", "whole", "--json").document()
    for count in 1..<Clerk.order.count {
      let first = try create([], Array(Clerk.order.prefix(count)) + [nil]).served
      // The CVV isn't kept, but the digits that show it was right are.
      let rest = Array(Clerk.order.dropFirst(count))
      let second = try create(
        ["--from", draft, "--order", "part-\(count)"],
        count == 15 ? ["4111111111111111"] + rest : rest
      ).served
      #expect(second.code == .done && second.clerk.isDone, "\(count): \(second.errors)")
      let asked =
        first.clerk.questions + first.clerk.secrets + second.clerk.questions
        + second.clerk.secrets
      let isCVV = count == 15
      #expect(
        asked.count == whole.clerk.questions.count + whole.clerk.secrets.count + (isCVV ? 2 : 1),
        "\(count)")
      let part = try workspace.expect(.done, "show", "part-\(count)", "--json").document()
      for field in ["contact", "billing", "shipment", "payment", "items", "total"] {
        #expect(part[field] == order[field], "\(count): \(field)")
      }
    }
  }

  @Test func `one can go back into the answers of a draft, and they are in brackets`() throws {
    // At the city; back to the last name, and forth.
    let back = Array(repeating: "<", count: 5)
    let rest = Array(Clerk.order.dropFirst(7))
    let served = try goOn(after: 7, back + ["Dynamite", "", "", "", "2nd floor"] + rest)
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    #expect(
      asked([served]).prefix(11) == [
        "City []", "Street, line 2 (optional) []", "Street [3 Coil Street]",
        "E-mail [dana@example.com]", "Phone [555-0100]", "Last name [Dynamo]", "Phone [555-0100]",
        "E-mail [dana@example.com]", "Street [3 Coil Street]", "Street, line 2 (optional) []",
        "City []",
      ])
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["contact"]?["lastName"]?.string == "Dynamite")
    #expect(order["shipment"]?["street2"]?.string == "2nd floor")
  }

  @Test func `one can go back into the items of a draft, and add to them`() throws {
    let served = try goOn(
      after: Clerk.order.count - 1,
      ["<", "<", "<", "<", "INK-1", "", "", "2.00", "", "", "", "", "y"])
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    #expect(
      asked([served]).prefix(5) == [
        "Total 31.40 USD. Is everything right? (y/n) []", "Discount [0.00]", "Tax [0.00]",
        "Shipping fee [4.90]", "SKU of item 3 []",
      ])
    #expect(try workspace.expect(.done, "show", "1003").output.contains("INK-1"))
  }

  @Test func `another address can be given in place of the one that a draft repeats`() throws {
    let other = ["9 Ohm Road", "", "Ampere", "", "NY", "10002"]
    let served = try goOn(
      after: Clerk.people.count, ["<", "n"] + other + Clerk.order.dropFirst(Clerk.people.count))
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    #expect(asked([served])[1] == "Same as the billing address? (y/n) [y]")
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["shipment"]?["street1"]?.string == "9 Ohm Road")
  }

  @Test func `whether the address is another one isn't asked again`() throws {
    let people = Array(Clerk.people.dropLast())
    let rest = ["9 Ohm Road", "", "Ampere", "", "NY", "10002"] + Clerk.order.dropFirst(12)
    #expect(try create([], people + ["n", nil]).served.code == .interrupted)
    let (served, _) = try create(["--from", draft], rest)
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    #expect(served.clerk.questions.first == "Street")
    // A changed answer stays changed in a form that is stopped.
    #expect(try create([], people + ["", "<", "n", nil]).served.code == .interrupted)
    #expect(try create(["--from", draft], rest).served.clerk.questions.first == "Street")
  }

  @Test func `a draft whose card isn't used any more forgets it`() throws {
    let count = Clerk.people.count + Clerk.card.count
    let served = try goOn(
      after: count, ["<", "<", "cash"] + Clerk.order.dropFirst(count))
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["payment"]?.members?.count == 1)
  }

  @Test func `the draft of a list that goes on is no complete order`() throws {
    let count = Clerk.order.firstIndex(of: "DECK-52") ?? 0
    _ = try create([], Array(Clerk.order.prefix(count)) + [nil])
    let finished = try workspace.expect(.negative, "create", "--from", "order-draft.json")
    #expect(finished.errors.contains("items[1].sku"), "\(finished.errors)")
  }
}
