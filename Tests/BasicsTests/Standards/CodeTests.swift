import Testing

@testable import EventSourcing

@Suite struct CodeTests {
  @Test(arguments: ["US", "DE", "AD", "ZW", "JP", "AX"])
  func `countries that there are`(code: String) { #expect(CountryCodes.all.contains(code)) }

  @Test(arguments: ["", "U", "UK", "XX", "us", "USA", "ZZ", "AA", "D\u{0}", "{{"])
  func `countries that there aren't`(code: String) { #expect(!CountryCodes.all.contains(code)) }

  @Test(arguments: [("US", true), ("BR", true), ("JP", true), ("DE", false), ("GB", false)])
  func `only some countries have states in their addresses`(code: String, hasStates: Bool) {
    #expect(CountryCodes.withStates.contains(code) == hasStates)
  }

  @Test(arguments: [("USD", 2), ("JPY", 0), ("KWD", 3), ("UYW", 4), ("ZWG", 2), ("AED", 2)])
  func `currencies have decimals`(code: String, decimals: Int) {
    #expect(CurrencyCodes.decimals(of: code) == decimals)
    #expect(CurrencyCodes.all.contains(code))
  }

  @Test(arguments: ["XYZ", "XAU", "XXX", "usd", "US", "", "USDX"])
  func `currencies that there aren't`(code: String) {
    #expect(CurrencyCodes.decimals(of: code) == nil)
    #expect(!CurrencyCodes.all.contains(code))
  }

  @Test func `there are as many codes as the standards have`() {
    #expect(all(of: 2, in: CountryCodes.all) == 249)
    #expect(all(of: 2, in: CountryCodes.withStates) == 36)
    #expect(all(of: 3, in: CurrencyCodes.all) == 164)
  }

  private func all(of length: Int, in codes: CodeSet) -> Int {
    let letters = (0x41...0x5A).map { String(UnicodeScalar(UInt8($0))) }
    var texts = [""]
    for _ in 0..<length { texts = texts.flatMap { text in letters.map { text + $0 } } }
    return texts.count { codes.contains($0) }
  }
}
