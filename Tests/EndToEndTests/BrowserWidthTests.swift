import Terminal
import Testing

/// The lists of the browser on screens that have no room for their rows.
@Suite struct BrowserWidthTests: BrowserSuite {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let large = Commands.create(unitPrice: 99_999_999, quantity: 999)
    try workspace.write(
      Commands.line(0, "a-long-id-of-2026-11-26", large) + Commands.line(1, "1002", large)
        + Commands.line(2, "1002", Commands.pay(999_999_999_999)), to: "lines")
    _ = try workspace.run("import", "lines")
  }

  @Test(arguments: [([], 3...4), (["l"], 1...3)] as [([Key], ClosedRange<Int>)])
  func `no number, id or code of a list is cut at any width`(
    _ keys: [Key], _ lines: ClosedRange<Int>
  ) throws {
    func words(_ columns: Int) throws -> [Substring] {
      let text = try screens(keys, size: ScreenSize(rows: 24, columns: columns)).last ?? ""
      return text.split(separator: "\n", omittingEmptySubsequences: false)[lines]
        .flatMap { $0.split(separator: " ") }
    }
    let whole = Set(try words(200))
    #expect(whole.contains(keys.isEmpty ? "998999990.01" : "payment-exceeds-balance"))
    for columns in stride(from: 30, to: 120, by: 3) {
      #expect(try words(columns).allSatisfy { $0 == "…" || whole.contains($0) }, "\(columns)")
    }
  }
}
