import Testing

@testable import Conventions

@Suite struct AmbiguousAmountTests {
  @Test(arguments: [
    ("en-US", "1,234", "KWD"), ("en-GB", "12,345", "BHD"), ("ja-JP", "-123,456", "OMR"),
    ("en-US", "1,234", "CLF"),
  ]) func `a comma may be between thousands, or before as many decimals as thousands have digits`(
    _ locale: String, _ text: String, _ currency: String
  ) throws {
    let rules = try #require(LocaleRules(named: locale))
    let (one, other) = try #require(rules.meanings(of: text, currency: currency))
    #expect(one == text.replacing(",", with: "."))
    #expect(other.hasPrefix(text.replacing(",", with: "") + ".000"))
  }

  @Test(arguments: ["KWD 1,234", "1,234 KWD", "KWD1,234"])
  func `a currency beside it changes nothing`(_ text: String) throws {
    let rules = try #require(LocaleRules(named: "en-US"))
    #expect(try #require(rules.meanings(of: text, currency: "KWD")) == ("1.234", "1234.000"))
  }

  @Test(arguments: [
    ("en-US", "1,234", "USD"), ("en-US", "1,234", "JPY"), ("en-US", "1,23", "KWD"),
    ("en-US", "0,234", "KWD"), ("en-US", "1.234", "KWD"), ("en-US", "1,234.000", "KWD"),
    ("en-US", "1234,567", "KWD"), ("de-DE", "1,234", "KWD"), ("de-DE", "1.234", "KWD"),
    ("iso", "1,234", "KWD"), ("en-US", "a,234", "KWD"), ("en-US", "", "KWD"),
  ]) func `others have one meaning, or none`(_ locale: String, _ text: String, _ currency: String)
    throws
  {
    let rules = try #require(LocaleRules(named: locale))
    #expect(rules.meanings(of: text, currency: currency) == nil)
  }
}
