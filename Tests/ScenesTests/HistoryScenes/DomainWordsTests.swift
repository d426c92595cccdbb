// The words of a domain as errors have them.

import Testing

@testable import HistoryScenes

@Suite struct DomainWordsTests {
  @Test(arguments: [
    ("order", "orders", "order", "orders"),
    ("flash card", "flash cards", "flash-card", "flash-cards"),
    ("Gift  voucher (paid)", "vouchers", "gift-voucher-paid", "vouchers"),
  ])
  func `codes of errors are words with hyphens`(
    _ noun: String, _ plural: String, _ code: String, _ pluralCode: String
  ) {
    let words = DomainWords(noun, plural: plural)
    #expect(words.code == code && words.pluralCode == pluralCode)
  }
}
