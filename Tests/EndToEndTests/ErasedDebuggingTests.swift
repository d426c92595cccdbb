import Testing

/// The debugging commands on an entry whose personal data was erased.
@Suite struct ErasedDebuggingTests {
  let workspace: Workspace
  let note = "The personal data of entry 9 was erased: what it changed isn't shown."

  init() throws { workspace = try .withErasedEdit() }

  @Test(
    arguments: [
      ["what-if", "--skip", "8"],
      [
        "minimize", "--when", #"customer == "amy" and not exists(contact.phone)"#, "--output",
        "small.jsonl",
      ],
      ["bisect", "--good", "8", "--run", "cat > seen; exit 0"],
    ])
  func `an answer about the stream says what it lacks`(_ command: [String]) throws {
    let told = try workspace.run(command)
    #expect((told.output + told.errors).contains(note), "\(told)")
  }

  @Test func `what nothing shows any more may have been erased`() throws {
    let minimize = ["minimize", "--output", "small.jsonl", "--when"]
    let name = try workspace.run(minimize + [#"contact.firstName == "Zoe""#])
    #expect(name.errors.contains("at the end. " + note), "\(name)")
    let total = try workspace.run(minimize + ["total > 9999.00"])
    #expect(!total.errors.contains("erased"), "\(total)")
  }

  @Test func `so does what programs read`() throws {
    let json = try workspace.run(["what-if", "--skip", "8", "--json"])
    #expect(json.output.contains(#","erased":[9]}"#), "\(json)")
    _ = try workspace.run(["bisect", "--good", "8", "--run", "cat > seen; exit 0"])
    let seen = try workspace.text("seen").split(separator: "\n")
    #expect(seen.map { $0.hasSuffix(#","erased":[9]}"#) } == [false, false, true])
    let list = try workspace.run(["list", "--json"]).output.split(separator: "\n")
    #expect(list == seen)
  }

  @Test func `stepping, a difference and a field say it`() throws {
    let step = ["step", "1003", "--at", "9"]
    let told = try workspace.run(step, input: "diff\nshow contact\nshow customer\n")
    #expect(told.output.contains("Nothing changed that isn't personal."), "\(told)")
    #expect(told.errors.split(separator: note).count == 3, "\(told)")
    let json = try workspace.run(step + ["--json"], input: "diff\nshow contact.email\n")
    #expect(json.output.split(separator: #","erased":[9]}"#).count == 4, "\(json)")
  }

  @Test func `a later change may repeat what was erased`() throws {
    try workspace.expect(.done, "edit", "1003", "--first-name", "Zoe", "--tax", "1")
    for showing in [
      ["show", "@10"], ["log", "-p", "9..10"], ["log", "-p", "-n", "1"],
      ["log", "-p", "-n", "1", "--reverse"], ["log", "--field", "contact.firstName"],
    ] {
      let told = try workspace.run(showing)
      #expect(told.errors.contains(note), "\(showing) \(told)")
    }
    let blame = try workspace.run(["blame", "1003"]).output
    let unsure = blame.split(separator: "\n").filter { $0.hasSuffix("or erased @9") }
    #expect(unsure.contains { $0.hasPrefix("contact.firstName") }, "\(blame)")
    #expect(!unsure.contains { $0.hasPrefix("total") }, "\(blame)")
  }

  /// Entry 9's values are lost; that entry 10 names them is not.
  @Test func `a change to the value that was known before the erased one is shown`() throws {
    let known = ["--first-name", "Amy", "--phone", "111-111-1111"]
    _ = try workspace.run(["edit", "1003"] + known)
    for showing in [
      ["show", "@10"], ["log", "-p", "9..10"], ["log", "--field", "contact", "9.."],
      ["diff", "9", "10"],
    ] {
      let told = try workspace.run(showing)
      #expect(told.output.contains(/contact.firstName +erased → Amy/), "\(showing) \(told)")
      let said = showing[0] == "diff" ? "personal data erased" : note
      #expect((told.output + told.errors).contains(said), "\(told)")
    }
    for showing in [["log", "-p", "9..10"], ["diff", "9", "10"]] {
      let json = try workspace.run(showing + ["--json"]).output
      let change = #"{"field":"contact.firstName","erased":true,"new":"Amy"}"#
      #expect(json.contains(change), "\(showing) \(json)")
    }
    let blame = try workspace.run(["blame", "1003", "--field", "contact.phone"]).output
    #expect(blame.contains(/\ 10 .* or erased @9/), "\(blame)")
    let values = ["blame", "1003", "--field", "contact", "--history"]
    let lines = try workspace.run(values).output.split(separator: "\n").dropFirst()
    let lost = lines.filter { $0.hasSuffix("or erased @9") }
    // The last values: of entry 10, and of 8 where 10 names nothing.
    #expect(lines.count == 6 && lost.count == 4, "\(lines)")
    let bisect = try workspace.run(["bisect", "--good", "9", "--run", "exit 0"])
    #expect(bisect.errors.contains(note), "\(bisect)")
    try workspace.expect(.done, "replay")
  }

  @Test(
    arguments: [
      ["show", "@11"], ["log", "-p", "9.."], ["log", "--field", "billing.street2", "10.."],
      ["diff", "10", "11"],
    ])
  func `a change that takes a field away shows no older value`(_ showing: [String]) throws {
    try workspace.expect(.done, "edit", "1003", "--billing-street2", "Apt 7")
    try workspace.erase(10)
    try workspace.expect(.done, "edit", "1003", "--remove", "billing.street2")
    let told = try workspace.run(showing)
    #expect(told.output.contains(/billing.street2 +erased → nothing/), "\(showing) \(told)")
  }

  @Test func `a card that was replaced by a lost one isn't shown as taken away`() throws {
    try workspace.expect(
      .done, "edit", "1003", "--payment-kind", "card", "--card-brand", "visa",
      "--card-last4", "1111", "--card-expires", "2030-01")
    try workspace.erase(10)
    for showing in [["show", "@10"], ["log", "-p", "9.."], ["diff", "9", "10"]] {
      let told = try workspace.run(showing)
      #expect(!told.output.contains("payment.brand"), "\(showing) \(told)")
      #expect((told.output + told.errors).contains("data"), "\(showing) \(told)")
    }
  }

  /// Known values on one side say nothing of what is lost on the other, in either direction.
  @Test func `a difference to what is lost is no change`() throws {
    let forwards = try workspace.run(["diff", "8", "9"])
    #expect(forwards.output.contains("~ order 1003: personal data erased\n"), "\(forwards)")
    let backwards = try workspace.run(["diff", "9", "8"])
    #expect(backwards.output.contains("~ order 1003: personal data erased\n"), "\(backwards)")
  }

  /// Without the erased entry nothing is lost: the rules judge again, and don't take the record's word.
  /// In conditions, too: what isn't known is absent, and what comes to be known has changed.
  @Test func `a condition sees nothing of what may be older`() throws {
    _ = try workspace.run(["edit", "1003", "--first-name", "Amy"])
    let found = [
      (#"changed(contact.firstName)"#, ["8", "9", "10"]),
      (#"contact.firstName == "Amy""#, ["8", "9", "10"]), (#"exists(contact.phone)"#, ["8", "9"]),
    ]
    for (condition, entries) in found {
      let told = try workspace.run(["find", condition, "1003", "--json"])
      let seqs = told.output.split(separator: "\n").compactMap {
        $0.firstMatch(of: /"seq":(\d+)/)?.1
      }
      #expect(seqs.map(String.init) == entries, "\(condition) \(told)")
      #expect(told.errors.contains(note), "\(told)")
    }
  }

  @Test func `a past without the erased entry is judged by its own data`() throws {
    try workspace.expect(.done, "edit", "1003", "--first-name", "Amy")
    let told = try workspace.run(["what-if", "--skip", "9", "--ignore-expect"])
    #expect(told.output.contains("+ not recorded: it changes nothing"), "\(told)")
    #expect(told.output.contains("1 command has a different outcome"), "\(told)")
  }

  @Test func `an entry that is left out takes nothing that is known away`() throws {
    try workspace.expect(.done, "edit", "1003", "--first-name", "Amy", "--tax", "1")
    let told = try workspace.run(["what-if", "--skip", "9"])
    #expect(told.code == 1 && !told.output.contains("firstName"), "\(told)")
    #expect(told.output.contains("  - tax: 1.00 USD\n"), "\(told)")
    let other = try workspace.run(["log", "-p", "9..10", "--json"])
    #expect(other.output.contains(#""contact.firstName","erased":true,"new":"Amy"}"#), "\(other)")
  }

  @Test func `what may be older isn't copied`() throws {
    let reuse = ["create", "--reuse", "--customer", "amy", "--item", "S:1:1.00"]
    let rest = ["--currency", "USD", "--payment-kind", "invoice", "--shipping-method", "standard"]
    for copying in [reuse + rest, ["edit", "1003", "--same-address"]] {
      let told = try workspace.run(copying + ["--json"])
      #expect(try told.errorObject()["code"]?.string == "personal-data-erased", "\(told)")
    }
    #expect(try workspace.entries().count == 9)
  }

  @Test func `a search in steps that finds nothing says why it may not`() throws {
    let step = ["step", "1003", "--at", "8"]
    let told = try workspace.run(step, input: "until contact.firstName == \"Zoe\"\n")
    #expect(told.errors.contains(note), "\(told)")
    try workspace.erase(8)
    let shown = try workspace.run(step, input: "show contact.firstName\n")
    #expect(shown.errors.contains("The personal data of entry 8 was erased"), "\(shown)")
  }

  @Test func `other personal data is called a difference, and is one`() throws {
    let replace = #"9={"type":"update-order","contact":{"firstName":"Zoe"}}"#
    let told = try workspace.run(["what-if", "--replace", replace])
    #expect(told.output.contains("+ accepted: order-updated, with other personal data"), "\(told)")
  }

  @Test func `what isn't personal is known`() throws {
    try workspace.expect(.done, "edit", "1003", "--tax", "1")
    for showing in [
      ["show", "@10"], ["log", "-p", "-n", "1"], ["log", "-p", "-n", "2", "--field", "total"],
      ["blame", "1003", "--field", "total"],
    ] {
      let told = try workspace.run(showing)
      #expect(told.code == 0 && !told.errors.contains(note), "\(showing) \(told)")
      // The total with the tax.
      #expect(told.output.contains("26.00"), "\(showing) \(told)")
    }
  }

  @Test func `blame says that all of a field was erased`() throws {
    try workspace.erase(8)
    let told = try workspace.run(["blame", "1003", "--field", "contact"])
    #expect(told.code == 0, "\(told)")
    #expect(told.errors.contains("The personal data of entries 8, 9 was erased"), "\(told)")
  }

  @Test func `stores that lost different data differ`() throws {
    try workspace.copy("store", to: "other")
    try workspace.erase(9, of: "other", hash: "0b")
    let told = try workspace.run(["diff", "--with", "other"])
    #expect(told.code == 1, "\(told)")
    #expect(told.output.contains("order 1003: personal data erased"), "\(told)")
    let same = try workspace.run(["diff", "--with", "store"])
    #expect(same.code == 0, "\(same)")
  }

  @Test func `both stores may have lost a field that only one of them names since`() throws {
    try workspace.copy("store", to: "other")
    try workspace.expect(.done, "edit", "1003", "--first-name", "Zoe")
    let told = try workspace.run(["diff", "--with", "other"])
    #expect(told.output.contains("personal data erased"), "\(told)")
  }

  @Test(arguments: [
    ["find", #"contact .phone == "zz""#, "1003"], ["watch", "contact . phone", "1003"],
    ["check", "--invariant", #"none=contact .phone != "zz""#],
  ])
  func `a field may be typed with spaces`(_ question: [String]) throws {
    let told = try workspace.run(question)
    #expect((told.output + told.errors).contains(note), "\(told)")
    let other = try workspace.run(["find", #"customer == "contact.phone""#])
    #expect(!other.errors.contains(note), "\(other)")
  }

  @Test func `a search in steps through all orders says it, too`() throws {
    let told = try workspace.run(["step"], input: "until contact.phone == \"zz\"\n")
    #expect(told.errors.contains(note), "\(told)")
  }

  @Test(arguments: [
    ["edit", "1003", "--tax", "1"], ["edit", "1003", "--tax", "0"],
    ["pay", "1003", "25.00", "--dry-run"], ["pay", "1003", "25.00"], ["cancel", "1003"],
    ["delete", "1003"],
  ])
  func `so does a command that changes the order`(_ command: [String]) throws {
    let told = try workspace.run(command + ["--json"])
    #expect(told.output.contains(#","erased":[9]}"#), "\(told)")
  }
}
