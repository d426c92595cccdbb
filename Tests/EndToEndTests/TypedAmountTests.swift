import JSONLines
import Testing

/// Amounts that some locale reads differently, wherever they are typed.
@Suite struct TypedAmountTests {
  private func workspace(_ currency: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let order = Commands.create(unitPrice: 5_000_000, quantity: 1)
      .replacing("USD", with: currency)
    try workspace.expect(
      .done, "import", "-",
      input: Commands.line(0, "1", order) + Commands.line(1, "1", Commands.pay(2_500_000)))
    return workspace
  }

  /// Commands with an amount, #, and the field that it is in.
  static let commands: [(field: String, line: String)] = [
    ("amount", "pay 1 #"), ("amount", "refund 1 #"), ("shippingFee", "edit 1 --shipping-fee #"),
    ("discount", "edit 1 --discount #"), ("tax", "edit 1 --tax #"),
    ("items[0].unitPrice", "edit 1 --item A:1:#"),
    ("items[1].unitPrice", "edit 1 --item A:1:100 --item B:2:#"),
  ]

  private func expect(
    _ sentence: String?, for text: String, _ locale: String, in workspace: Workspace
  ) throws {
    for (field, line) in Self.commands {
      let arguments = line.replacing("#", with: text).split(separator: " ").map(String.init)
      let finished = try workspace.run(arguments + ["--locale", locale, "--dry-run"])
      let found = finished.errors.split(separator: "\n").first { $0.hasPrefix("  \(field) ") }
      #expect((found == nil) == (sentence == nil), "\(finished)")
      if let found, let sentence { #expect(found.contains(sentence), "\(finished)") }
    }
    let form = #"{"shippingFee":"\#(text)"}"#
    let finished = try workspace.run(
      ["edit", "1", "--from", "-", "--locale", locale, "--dry-run"], input: form)
    #expect(
      sentence.map { finished.errors.contains($0) } ?? finished.errors.isEmpty, "\(finished)")
  }

  @Test(arguments: ["iso", "en-US", "de-DE", "fr-FR"])
  func `no group of thousands begins with 0`(_ locale: String) throws {
    let workspace = try workspace("JPY")
    for text in ["0.500", "0,250", "00.123", "000.100"] {
      try expect("must be a whole amount", for: text, locale, in: workspace)
    }
  }

  @Test(arguments: [
    ("JPY", "1.000", "en-US", "may be 1 or 1000: write one of these"),
    ("JPY", "1.000", "iso", "may be 1 or 1000: write one of these"),
    ("JPY", "2,000", "de-DE", "may be 2 or 2000: write one of these"),
    ("JPY", "1.234", "iso", "must be a whole amount"),
    ("JPY", "1.234", "de-DE", nil), ("JPY", "1,234", "ja-JP", nil),
    ("KWD", "1.234", "de-DE", "may be 1,234 or 1234,000: write one of these"),
    ("KWD", "2.500", "pt-BR", "may be 2,500 or 2500,000: write one of these"),
    ("KWD", "1,234", "en-US", "may be 1.234 or 1234.000: write one of these"),
    ("KWD", "1,234", "de-DE", nil), ("KWD", "1.234", "en-GB", nil), ("KWD", "0.500", "es-ES", nil),
  ])
  func `an amount with two meanings in the locale is refused`(
    _ currency: String, _ text: String, _ locale: String, _ sentence: String?
  ) throws {
    try expect(sentence, for: text, locale, in: workspace(currency))
  }

  @Test func `what hints and forms say can be typed in the locale`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let order = Commands.create(unitPrice: 1234, quantity: 1).replacing("USD", with: "KWD")
    try workspace.expect(.done, "import", "-", input: Commands.line(0, "1", order))
    let refused = try workspace.expect(.negative, "ship", "1", "--locale", "de-DE")
    #expect(refused.errors.contains("`cleanstore pay 1 1,234`"), "\(refused)")
    try workspace.expect(.done, "pay", "1", "1,234", "--locale", "de-DE")
    let paid = try workspace.expect(.usage, "refund", "1", "--locale", "es-ES")
    #expect(paid.errors.contains("`cleanstore refund 1 1,234`"), "\(paid)")
    let english = try workspace.expect(.usage, "refund", "1", "--locale", "en-US")
    #expect(english.errors.contains("`cleanstore refund 1 1.234`"), "\(english)")
  }
}
