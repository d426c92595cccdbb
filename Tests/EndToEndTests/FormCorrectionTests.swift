import EventSourcing
import Formatting
import Foundation
import JSONLines
import OrderDomain
import Terminal
import Testing

/// A clerk's mistakes and second thoughts while a new order is filled in, and what
/// goes wrong behind their back.
@Suite struct FormCorrectionTests {
  private let workspace: Workspace

  /// The demo's store: 1002 is Bob's.
  init() throws { workspace = try Workspace.withForms() }

  private func run(
    _ arguments: [String], _ answers: [String?],
    before act: @escaping (Clerk, String) throws -> Void = { _, _ in }
  ) throws -> Served {
    try workspace.serve(Clerk(answers, before: act), arguments)
  }

  private func order(_ id: String) throws -> JSONValue {
    try workspace.expect(.done, "show", id, "--json").document()
  }

  private static let last = "Is everything right"

  // Before anything is asked.

  static let hopeless: [(flags: [String], what: String)] = [
    (["--order", "1002"], "Order 1002 already exists. Nothing was recorded."),
    (["--order", "no/slash"], "  order  must be"), (["--id", "c-1"], "has this id"),
    (["--actor", String(repeating: "x", count: 201)], "  actor  is longer"),
    (["--reuse", "--customer", "dana"], "The customer has no earlier order."),
  ]

  @Test(arguments: hopeless.indices)
  func `errors that no answer corrects are reported before the first prompt`(_ index: Int) throws {
    try workspace.expect(.done, "create", "--from", "amy.json", "--id", "c-1")
    let before = try workspace.log()
    let (code, _, errors, clerk) = try run(["create"] + Self.hopeless[index].flags, [])
    #expect(code != .done && clerk.questions.isEmpty)
    #expect(errors.contains(Self.hopeless[index].what), "\(errors)")
    #expect(try workspace.log() == before)
  }

  @Test func `missing fields are prompted for, except the last order's contact and addresses`()
    throws
  {
    let (code, _, errors, clerk) = try run(
      ["create", "--reuse"],
      ["dana", "bob", "one-day", "Invoice", "", "PEN-7", "", "", "2", "", "", "", "", "y"])
    #expect(code == .done, "\(errors)")
    #expect(clerk.isDone && clerk.questions.count == 14)
    #expect(errors.contains("Customer: has no earlier order"))
    #expect(errors.contains("taken from order 1002"))
    #expect(errors.contains("card, invoice, cash"))
    let order = try order("1003")
    #expect(order["contact"]?["lastName"]?.string == "Battery")
    #expect(order["payment"]?["kind"]?.string == "invoice")
  }

  @Test func `missing and wrong fields of a form are prompted for`() throws {
    let form = try workspace.text("amy.json").replacing(#""city": "Ampere", "#, with: "")
      .replacing("95014", with: "9501").replacing(#""quantity": 2"#, with: #""quantity": 0"#)
    try workspace.write(form, to: "wrong.json")
    let (code, _, errors, clerk) = try run(
      ["create", "--from", workspace.file("wrong.json")], ["95014", "Ampere", "2", "", "", "", "y"])
    #expect(code == .done, "\(errors)")
    #expect(
      clerk.questions.prefix(6) == [
        "Postal code", "City", "Quantity", "Shipping fee", "Tax", "Discount",
      ])
    #expect(errors.contains("  Item 1:"))
  }

  @Test func `a discount may be made up for by items that are still to come`() throws {
    let (code, _, errors, _) = try run(
      ["create", "--discount", "20"], Clerk.order.dropLast(2) + ["y"])
    #expect(code == .done, "\(errors)")
    #expect(try order("1003")["total"]?.integer == 1140)
  }

  @Test func `the prompts for a card can be left`() throws {
    var answers = Clerk.order
    answers[14...16] = ["-", "cash"]
    let (code, _, errors, _) = try run(["create"], answers)
    #expect(code == .done, "\(errors)")
    #expect(try order("1003")["payment"]?["kind"]?.string == "cash")
  }
}

// Abroad.
extension FormCorrectionTests {
  @Test func `a German address is asked for no state`() throws {
    var answers: [String?] = Clerk.order
    answers[5...10] = ["Hauptstraße 5", "", "Berlin", "de", "", "10115"]
    let (code, _, errors, _) = try run(["create"], answers)
    #expect(code == .done, "\(errors)")
    #expect(errors.contains("Hauptstraße 5, 10115 Berlin, DE"))
    #expect(try order("1003")["billing"]?["state"] == nil)
  }
}

// At the end.
extension FormCorrectionTests {
  @Test func `the whole order is shown before it is created`() throws {
    let (_, output, errors, _) = try run(["create"], Clerk.order)
    for text in [
      "  Customer          dana\n", "Dana Dynamo, 555-0100, dana@example.com\n",
      "  Billing address   3 Coil Street, Ampere, NY 10001, US\n",
      "  Payment           card, visa •••• 1111, expires 2099-12\n",
      "PEN-7    Pen          1   1.50 USD   1.50 USD\n", "  shipping   4.90 USD\n",
      "  total     31.40 USD\n",
    ] {
      #expect(errors.contains(text), "\(text)")
    }
    #expect(output == "Created order 1003, 31.40 USD.\n  Entry 8, revision 1.\n")
  }

  @Test func `wrong fields are prompted for again, with the previous answers in brackets`() throws {
    var answers: [String?] = Clerk.order.dropLast()
    // Another last name; a card no more, and the first item no more.
    answers += [
      "n", "", "", "", "Dynamite", "", "", "", "2nd floor", "", "", "", "", "", "", "invoice",
    ]
    answers += ["", "-", "", "Deck", "3", "", "", "", "", "", "y"]
    let (code, _, errors, clerk) = try run(["create"], answers)
    #expect(code == .done, "\(errors)")
    let again = zip(clerk.questions, clerk.suggestions).drop { !$0.0.contains(Self.last) }
      .dropFirst(2).map { "\($0) [\($1 ?? "")]" }
    #expect(again.first == "Customer [dana]")
    #expect(again.contains("Unit price [12.50]") && again.contains("Shipping fee [4.90]"))
    let order = try order("1003")
    #expect(order["contact"]?["lastName"]?.string == "Dynamite")
    #expect(order["shipment"]?["street2"]?.string == "2nd floor")
    #expect(order["payment"]?.members?.count == 1)
    #expect(order["items"]?.array?.count == 1)
    #expect(order["items"]?.array?.first?["quantity"]?.integer == 3)
    #expect(order["total"]?.integer == 4240)
  }

  @Test func `only what isn't right needs to be gone through again`() throws {
    let answers = Clerk.order.dropLast() + ["n", "contact", "Dan", "", "", "", "n", "Amounts"]
    let (code, _, errors, clerk) = try run(["create"], answers + ["", "1", "", "y"])
    #expect(code == .done && clerk.isDone, "\(errors)")
    let order = try order("1003")
    #expect(order["contact"]?["firstName"]?.string == "Dan")
    #expect(order["total"]?.integer == 3240)
  }

  @Test func `a card is kept unless another one is typed`() throws {
    let again = [String](repeating: "", count: 14)
    var answers = Clerk.order.dropLast() + ["n", "what?", "all"] + again + ["", "", ""]
    answers += [String](repeating: "", count: 10) + ["", "", "", "y"]
    let (code, _, errors, clerk) = try run(["create"], answers)
    #expect(code == .done, "\(errors)")
    #expect(
      clerk.secrets.suffix(2) == [
        "Card number (press Return to keep "
          + "it)",
        "CVV (press Return to "
          + "keep it)",
      ])
    #expect(try order("1003")["payment"]?["last4"]?.string == "1111")
  }
}

// Behind the clerk's back.
extension FormCorrectionTests {
  @Test func `a field that was refused is prompted for again`() throws {
    let workspace = workspace
    var answers = Clerk.order
    answers[12] = "two-day"
    var isFirst = true
    let (code, _, errors, clerk) = try run(["create"], answers + ["one-day", "y"]) { _, question in
      guard question.contains(Self.last), isFirst else { return }
      isFirst = false
      try workspace.expect(.done, "shipping-methods", "retire", "two-day")
    }
    #expect(code == .done, "\(errors)")
    #expect(clerk.isDone)
    #expect(errors.contains("Shipping method: is not offered"))
    #expect(try order("1003")["shippingMethod"]?.string == "one-day")
  }

  @Test func `an order that can't be recorded is kept as a form, without the card's number`() throws
  {
    let workspace = workspace
    let (code, _, errors, _) = try run(["create", "--order", "D-1"], Clerk.order) { _, question in
      guard question.contains(Self.last) else { return }
      try workspace.expect(.done, "create", "--from", "amy.json", "--order", "D-1")
    }
    #expect(code == .negative)
    #expect(errors.contains("Order D-1 already exists."))
    #expect(errors.contains("`cleanstore create --order D-1 --from order-draft.json`."))
    #expect(!(try workspace.text("order-draft.json").contains("411111")))
    try workspace.expect(.done, "create", "--from", "order-draft.json", "--order", "D-2")
    let order = try order("D-2")
    #expect(order["total"]?.integer == 3140)
    #expect(order["payment"]?["last4"]?.string == "1111")
    #expect(order["shipment"]?["city"]?.string == "Ampere")
  }

  @Test func `an order is kept as a form if the store can't take it`() throws {
    let workspace = workspace
    let (code, _, errors, _) = try run(["create"], Clerk.order) { _, question in
      guard question.contains(Self.last) else { return }
      try workspace.copy("store", to: "away")
      try FileManager.default.removeItem(atPath: workspace.file("store"))
    }
    #expect(code == .notFound, "\(errors)")
    #expect(try JSONValue(parsing: workspace.text("order-draft.json"))["tax"]?.string == "0.00")
  }

  @Test func `the command for a draft has the flags that aren't answers`() throws {
    let flags = ["--actor", "eve", "--reason=-late", "--id", "i-1", "--dry-run"]
    let (code, _, errors, _) = try run(["create", "--tax", "1"] + flags, Clerk.people) {
      clerk, question in if question == "Shipping" { clerk.lastAct?() }
    }
    #expect(code == .interrupted)
    let line = "create --actor eve --reason=-late --dry-run --from order-draft.json"
    #expect(errors.contains(line), "\(errors)")
  }

  @Test func `a card is forgotten with the kind of payment, even after going back`() throws {
    let answers = Clerk.people + ["", "card", "4111 1111 1111 1111", "123", "<", "<", "<", "cash"]
    let (_, _, errors, _) = try run(["create"], answers) { clerk, _ in
      if clerk.isDone { clerk.lastAct?() }
    }
    let draft = try JSONValue(parsing: workspace.text("order-draft.json"))
    #expect(draft["payment"] == .object([.init("kind", .string("cash"))]), "\(errors)")
  }

  @Test func `what was answered so far is kept before a signal ends the process`() throws {
    let answers = Clerk.people + [""]
    let (code, _, _, clerk) = try run(["create"], answers) { clerk, question in
      if question == "Payment" { clerk.lastAct?() }
    }
    #expect(code == .interrupted && clerk.lastAct == nil)
    let draft = try JSONValue(parsing: workspace.text("order-draft.json"))
    #expect(draft["shipment"]?["city"]?.string == "Ampere")
    #expect(draft["shippingMethod"]?.string == "standard")
    // It can be gone on with, as if nothing had happened.
    let rest = Array(Clerk.order.dropFirst(Clerk.people.count + 1))
    let second = try run(["create", "--from", workspace.file("order-draft.json")], rest)
    #expect(second.code == .done && second.clerk.isDone, "\(second.errors)")
    let again = try workspace.serve(
      Clerk(Array(Clerk.people.prefix(3))) { clerk, _ in clerk.lastAct?() }, ["create"])
    #expect(again.code == .interrupted)
    let third = try run(
      ["create", "--from", workspace.file("order-draft.json")], Array(Clerk.order.dropFirst(3)))
    #expect(third.code == .done && third.clerk.isDone, "\(third.errors)")
  }
}
