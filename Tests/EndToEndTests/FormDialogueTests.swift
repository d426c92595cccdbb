import OrderDomain
import Terminal
import Testing

@testable import CommandLineTool

/// Filling in an order at a terminal, with prepared answers in the clerk's place and a real store.
@Suite struct FormDialogueTests {
  private let workspace: Workspace

  /// The demo's store: 1002 is Bob's.
  init() throws { workspace = try Workspace.withForms() }

  private func run(_ arguments: [String], _ answers: [String?]) throws -> Served {
    try workspace.serve(Clerk(answers), arguments)
  }

  @Test func `a clerk is prompted field by field`() throws {
    let (code, output, errors, clerk) = try run(["create"], Clerk.order)
    #expect(code == .done, "\(errors)")
    #expect(output.hasPrefix("Created order 1003, 31.40 USD."))
    #expect(clerk.isDone)
    #expect(clerk.secrets == ["Card number", "CVV"])
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["customer"]?.string == "dana")
    #expect(order["shipment"]?["street1"]?.string == "3 Coil Street")
    #expect(order["shipment"]?["country"]?.string == "US")
    #expect(order["shippingMethod"]?.string == "standard")
    #expect(order["payment"]?["last4"]?.string == "1111")
    #expect(order["items"]?.array?.count == 2)
    #expect(order["items"]?.array?.last?["name"] == nil)
    #expect(errors.contains("one-day   One-Day Shipping"))
    #expect(!errors.contains("4111") && !output.contains("4111"))
  }

  @Test func `each answer is checked before the next question`() throws {
    var answers = Clerk.order
    answers[0..<1] = ["", "-", "dana"]
    answers.insert("call me", at: 5)
    answers[17..<20] = [
      "", "4111111111111112", "4111 1111 1111 1111", "", "12", "123", "2020-01", "2099-12",
    ]
    let (code, _, errors, clerk) = try run(["create"], answers)
    #expect(code == .done, "\(errors)")
    #expect(clerk.isDone)
    for complaint in [
      "  Customer: is missing", "  Phone: must be digits", "  Card number: is missing",
      "  Card number: is not a card number", "  CVV: is missing", "  CVV: must be 3 digits",
      "  Card expires (YYYY-MM or MM/YY): the card has expired",
    ] {
      #expect(errors.contains(complaint), "\(complaint)")
    }
  }

  @Test func `one can go back to the question before, and keep what was answered`() throws {
    // From the city back by three questions, and forth; from the last name to the first one, which was wrong.
    var answers = Clerk.order
    answers[7...7] = ["<", "<", "<", "", "", "", "Ampere"]
    answers[2...2] = ["<", "Diana", "Dynamo"]
    let (code, _, errors, clerk) = try run(["create"], answers)
    #expect(code == .done, "\(errors)")
    #expect(clerk.isDone)
    let shown = zip(clerk.questions, clerk.suggestions).map { "\($0) [\($1 ?? "")]" }
    #expect(
      shown.prefix(4) == ["Customer []", "First name []", "Last name []", "First name [Dana]"])
    #expect(
      shown[9...15] == [
        "City []", "Street, line 2 (optional) []", "Street [3 Coil Street]",
        "E-mail [dana@example.com]", "Street [3 Coil Street]", "Street, line 2 (optional) []",
        "City []",
      ])
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["contact"]?["firstName"]?.string == "Diana")
    #expect(errors.components(separatedBy: "New order").count == 2)
  }

  @Test func `one can go back from the confirmation, the end of the items, and a card`() throws {
    var answers = Clerk.order
    answers[30...30] = ["<", "1.40", "y"]
    answers[26...26] = ["<", "13.50", ""]
    answers[16...16] = ["<", "<", "", "", "2099-12"]
    let (code, output, errors, clerk) = try run(["create"], answers)
    #expect(code == .done, "\(errors)")
    #expect(output.hasPrefix("Created order 1003, 32.00 USD."), "\(output)")
    let kept = " (press Return to keep it)"
    #expect(
      clerk.secrets == ["Card number", "CVV", "CVV" + kept, "Card number" + kept, "CVV" + kept])
  }

  private static let emptyEnds = "Leave the SKU empty to end the list.\n"
  private static let dashEnds = "Type - to end the list.\n"

  @Test func `how a list of items ends is said as it is where an SKU is suggested`() throws {
    // From the end of the list back to the second SKU.
    var answers = Clerk.order
    answers[26...26] = ["<", "<", "<", "<", "-"]
    let back = try run(["create"], answers)
    #expect(back.code == .done && back.clerk.isDone, "\(back.errors)")
    #expect(back.errors.components(separatedBy: Self.emptyEnds).count == 2)
    #expect(back.errors.components(separatedBy: Self.dashEnds).count == 2)
    #expect(back.output.contains("6.40 USD"), "\(back.output)")
    // The list is gone through again, and goes on where nothing is suggested.
    let again = ["n", "items", ""] + Array(repeating: "", count: 4 * 2 + 1) + ["y"]
    let revised = try run(["create"], Clerk.order.dropLast() + again)
    #expect(revised.code == .done && revised.clerk.isDone, "\(revised.errors)")
    let parts = revised.errors.components(separatedBy: Self.emptyEnds)
    #expect(parts.count == 3 && !revised.errors.contains(Self.dashEnds))
  }

  @Test func `at the first question there is nothing before`() throws {
    let (code, _, errors, _) = try run(["create"], ["<", "", "<"] + Clerk.order)
    #expect(code == .done, "\(errors)")
    #expect(errors.components(separatedBy: "There is no question before this one.").count == 3)
  }

  @Test func `a customer's last order is suggested`() throws {
    let takeAll = Array(repeating: "", count: 4 + 6 + 1)
    let answers = takeAll + ["", "invoice", "", "PEN-7", "", "", "1", "", "", "", "", "y"]
    let (code, _, errors, clerk) = try run(["create", "--customer", "bob"], answers)
    #expect(code == .done, "\(errors)")
    #expect(clerk.isDone)
    #expect(errors.contains("suggested as in order 1002"))
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["contact"]?["lastName"]?.string == "Battery")
    #expect(order["shipment"]?["street1"]?.string == "2 Volt Road")
  }

  @Test func `fields given by flags aren't prompted for, unless they are wrong`() throws {
    let (code, output, _, clerk) = try run(["create"] + Forms.flags, [])
    #expect(code == .done && clerk.questions.isEmpty)
    #expect(output.hasPrefix("Created order 1003"))
    let flags = Forms.flags.map { $0 == "111-111-1111" ? "1" : $0 }
    // Return alone doesn't create it.
    let again = [String](repeating: "", count: 20) + ["y"]
    let second = try run(["create"] + flags, ["555-0100"] + again)
    #expect(second.clerk.questions.first == "Phone")
    #expect(second.code == .done, "\(second.errors)")
  }

  @Test func `an optional field with a wrong flag can be left empty`() throws {
    let flags = ["--billing-street2", String(repeating: "x", count: 201)]
    let (code, _, errors, clerk) = try run(
      ["create"] + Forms.flags + flags, [String](repeating: "", count: 20) + ["y"])
    #expect(clerk.questions.first == "Street, line 2 (optional)")
    #expect(code == .done, "\(errors)")
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["billing"]?["street2"] == nil)
  }

  @Test func `what is written as people write it is understood`() throws {
    var answers = Clerk.order
    answers[9] = "us"
    answers[12] = "Two-Day"
    answers[13] = "CARD"
    answers[16] = "12/99"
    answers[17] = "usd"
    let (code, _, errors, _) = try run(["create"], answers)
    #expect(code == .done, "\(errors)")
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["billing"]?["country"]?.string == "US")
    #expect(order["shippingMethod"]?.string == "two-day")
    #expect(order["payment"]?["expires"]?.string == "2099-12")
    #expect(order["currency"]?.string == "USD")
  }

  @Test(arguments: [
    ("1/2020", "the card has expired"), ("01/20", "the card has expired"),
    ("13/2030", "must be a month"), ("1/2/2030", "must be a month"),
  ]) func `a month as on cards is read as one, also if it is over`(_ typed: String, _ said: String)
    throws
  {
    var answers = Clerk.order
    answers[16...16] = [typed, "9/2099"]
    let (code, _, errors, clerk) = try run(["create"], answers)
    #expect(code == .done && clerk.isDone, "\(errors)")
    #expect(errors.contains("(YYYY-MM or MM/YY): " + said), "\(errors)")
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["payment"]?["expires"]?.string == "2099-09")
  }

  @Test func `the total is shown in the requested locale`() throws {
    let (_, _, _, clerk) = try run(["create", "--locale", "en-US"], Clerk.order)
    #expect(clerk.questions.last == "Total $31.40. Is everything right? (y/n)")
  }

  @Test func `country and currency are suggested by the locale`() throws {
    var answers = Clerk.order
    answers[10] = "10115"
    let (code, output, errors, clerk) = try run(["create", "--locale", "de-DE"], answers)
    #expect(code == .done, "\(errors)")
    #expect(output.hasPrefix("Created order 1003, 31,40\u{A0}€."), "\(output)")
    let suggested = Dictionary(zip(clerk.questions, clerk.suggestions)) { $1 }
    #expect(suggested["Country"] == "DE" && suggested["Currency"] == "EUR")
  }

  @Test func `after cancelling, nothing is recorded`() throws {
    let before = try workspace.log()
    for count in 0..<Clerk.order.count {
      let (code, output, errors, _) = try run(["create"], Array(Clerk.order.prefix(count)) + [nil])
      #expect(code == .interrupted)
      #expect(output.isEmpty)
      #expect(errors.hasSuffix("cleanstore: Cancelled; nothing was recorded.\n"))
    }
    let (code, _, _, _) = try run(["create"], Clerk.order.dropLast() + ["n"])
    #expect(code == .interrupted)
    #expect(try workspace.log() == before)
  }

  @Test func `a clerk who goes back and stops there keeps what was typed after it`() throws {
    for count in 1...Clerk.order.count - 1 {
      let answers = Array(Clerk.order.prefix(count))
      let stopped = try run(["create"], answers + [nil])
      let back = try run(["create"], answers + Array(repeating: "<", count: min(count, 3)) + [nil])
      let drafts = try [stopped, back].map { run in
        let name = try #require(run.errors.firstMatch(of: /saved in (\S+\.json)\./)?.1)
        return try workspace.text(String(name))
      }
      #expect(drafts[0] == drafts[1], "\(count)")
    }
  }

  @Test func `validate has the same prompts and records nothing`() throws {
    let before = try workspace.log()
    let (code, output, _, _) = try run(["validate"], Clerk.order)
    #expect(code == .done)
    #expect(output.hasPrefix("Valid: order 1003, 31.40 USD."))
    #expect(try workspace.log() == before)
  }

  @Test func `only the card is prompted for if the form has the rest`() throws {
    let (code, _, errors, clerk) = try run(
      ["edit", "1002", "--payment-kind", "card", "--card-expires", "2099-12"],
      ["4111111111111111", "12", "123"])
    #expect(code == .done, "\(errors)")
    #expect(clerk.secrets == ["Card number", "CVV", "CVV"])
    let second = try run(
      ["edit", "1002", "--payment-kind", "card"], ["4111111111111111", "123", "2020-01", "2099-11"])
    #expect(second.code == .done && second.clerk.isDone, "\(second.errors)")
  }

  @Test func `there is no prompt for the card of an order that can't be edited`() throws {
    let (code, _, errors, clerk) = try run(["edit", "4711", "--payment-kind", "card"], [])
    #expect(code == .negative && clerk.secrets.isEmpty)
    #expect(errors.contains("There is no order 4711. Nothing was recorded."))
  }

  @Test func `there are no prompts with --json`() throws {
    let (code, _, errors, clerk) = try run(["create", "--json"], [])
    #expect(code == .negative && clerk.questions.isEmpty)
    #expect(errors.hasPrefix(#"{"code":"invalid""#))
  }
}
