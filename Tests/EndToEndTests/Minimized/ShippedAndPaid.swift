// Written by `cleanstore minimize`. It passes while shipped.jsonl shows the bug that it was minimized for.
// When the bug is fixed, invert the expectation.

import CleanStoreHistories
import Testing

@Suite struct ShippedAndPaid {
  @Test func `an order fulfils status == 'shipped' and paid > 10.00`() throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/")
    let history = try RecordedHistory<Orders>(
      openSource(folder + "/" + "shipped.jsonl"))
    let condition = try Condition("status == 'shipped' and paid > 10.00", of: Orders.schema)
    #expect(history.fulfils(condition))
  }
}
