// Copies of stores, from folder to folder. Those to servers and back are tested with the server.

import EventSourcing
import OrderDomain
import Testing

@testable import EventLog

@Suite struct LogCopyTests {
  let folder = TemporaryFolder()
  var copy: String { folder.path + "/copy" }

  @Test func `a copy has the same segments, and then what was appended`() throws {
    let shop = try CopiedShop(making: folder.store)
    #expect(try copyLog(shop.path, to: copy) == CopyReport())
    for count in [1, 10, 3, 0] {
      try shop.create(count)
      let report = try copyLog(shop.path, to: copy)
      #expect(report.copied == count)
      #expect(try segments(of: copy) == segments(of: shop.path))
    }
    #expect(folder.read("copy/store.json") == folder.read("store/store.json"))
    #expect(try segments(of: copy).count > 3)
  }

  @Test func `personal data that was erased in the store is erased in the copy`() throws {
    let shop = try CopiedShop(making: folder.store)
    try shop.create(9)
    try copyLog(shop.path, to: copy)
    for id in ["1002", "1009"] {
      try shop.erase(id)
      #expect(try copyLog(shop.path, to: copy).erased == 1)
      #expect(try segments(of: copy) == segments(of: shop.path))
    }
    try shop.create(2)
    try copyLog(shop.path, to: copy)
    #expect(try segments(of: copy) == segments(of: shop.path))
  }

  @Test func `a copy that was interrupted goes on`() throws {
    let shop = try CopiedShop(making: folder.store)
    try shop.create(12)
    try shop.erase("1003")
    var groups = 0
    while true {
      let target = "\(copy)-\(groups)"
      do {
        // Neither closed nor finished.
        let copy = try LogCopy(from: shop.path, to: target)
        var isDone = false
        for _ in 0..<groups { isDone = try !copy.copyGroup() }
        if isDone { break }
      }
      try copyLog(shop.path, to: target)
      #expect(try segments(of: target) == segments(of: shop.path))
      groups += 1
    }
    #expect(groups > 3)
  }

  @Test(arguments: ["another entry", "more entries", "another store", "an archive"])
  func `what isn't a copy of the store is left as it is`(_ difference: String) throws {
    let shop = try CopiedShop(making: folder.store)
    try shop.create(5)
    switch difference {
    case "another entry":
      let other = try CopiedShop(making: copy)
      try other.create(.bob, .bob, .bob)
    case "more entries":
      try copyLog(shop.path, to: copy)
      try CopiedShop(existing: copy).create(1)
    case "another store":
      try createStore(at: copy, id: String(repeating: "a", count: 32), created: Notes.start)
    default:
      _ = try archive(
        shop.path, before: .max, to: copy, of: [Orders.self, Catalogue.self])
    }
    let before = try segments(of: copy)
    let error = try #require(throws: LogError.self) { try copyLog(shop.path, to: copy) }
    #expect([.notACopy, .archived].contains(error.code))
    #expect(try segments(of: copy) == before)
  }

  @Test func `a copy is followed while the store is written to`() throws {
    let shop = try CopiedShop(making: folder.store)
    let log = try LogCopy(from: shop.path, to: copy)
    for count in 1...4 {
      try shop.create(count)
      try log.goOn()
      while try log.copyGroup() {}
      #expect(try segments(of: copy) == segments(of: shop.path))
    }
    #expect(try log.close().copied == 10)
  }

  @Test func `a copy that is a part of the store, or the store itself, isn't made`() throws {
    let shop = try CopiedShop(making: folder.store)
    for place in ["", "/copy"] {
      let error = #expect(throws: LogError.self) { try copyLog(shop.path, to: shop.path + place) }
      #expect(error?.code == .cannotCreate)
    }
  }
}
