import EventSourcing
import Testing

@testable import HistoryScenes

/// A domain with a list whose fields are called as the columns of every list are.
private enum Shelf: CountingDomain {
  static let category = "shelf"
  static let schema = FieldSchema<Int>(
    fields: [.init("count", .integer) { .integer(Int64($0)) }],
    lists: [
      .init(
        "books", count: { $0 },
        fields: [
          .init("title", .text) { _, _ in .text("Emma") },
          .init("place", .integer) { _, index in .integer(Int64(index)) },
          .init("shelfId", .integer) { _, _ in .integer(7) },
          .init("currency", .text) { _, _ in .text("none") },
        ])
    ])
  static var words: DomainWords { DomainWords("shelf", plural: "shelves") }
}

@Suite struct ExportedListsTests {
  @Test func `no two columns of a list have the same name`() throws {
    let history = History(MemoryStore(), of: HistoryDomains(Shelf.self))
    let export = DomainExport<Shelf>(try PersonalParts(.kept, of: history))
    let names = try #require(export.lists.first).columns.map(\.name)
    #expect(names == ["shelfId", "place", "title", "books_place", "books_shelfId", "currency"])
  }
}
