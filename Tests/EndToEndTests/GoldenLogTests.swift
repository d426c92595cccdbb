import CleanStore
import EventLog
import HistoryScenes
import JSONLines
import OrderDomain
import OrderScenes
import Testing

/// Logs of every format version that was ever released must fold to the same orders forever. The
/// files in `Fixtures` are never regenerated; a new version gets a folder of its own.
@Suite struct GoldenLogTests {
  static let formats = ["format-1"]

  @Test(arguments: formats) func `a golden log folds to the orders it always did`(
    format: String
  ) throws {
    let folder = Fixtures.folder + "/" + format
    let screen = CapturedDocuments()
    var request = ListOrders.Request()
    request.statuses = Order.Status.allCases.map(\.rawValue)
    _ = try ListOrders.handle(
      request, in: History(openSource(folder), of: .orders),
      JSONPresenter<ListOrders.Response>(display: screen))
    let expected = try Fixtures.text(of: folder + "/expected-orders.jsonl")
    // The member `due` follows from the rest, and was added later.
    #expect(
      screen.text.replacing(/,"due":-?[0-9]+(,"erased":\[[0-9,]+\])?}\n/, with: "}\n") == expected)
  }

  @Test(arguments: formats) func `a golden log counts as it always did`(format: String) throws {
    let folder = Fixtures.folder + "/" + format
    let screen = CapturedDocuments()
    _ = try StoreStatistics.handle(
      nil, in: History(openSource(folder), of: .orders),
      JSONPresenter<StoreStatistics.Response>(display: screen))
    let expected = try Fixtures.text(of: folder + "/expected-stats.json")
    #expect(screen.text == expected)
  }

  @Test(arguments: formats) func `every byte of a golden log is good`(format: String) throws {
    let screen = CapturedDocuments()
    let isGood = try VerifyHistory.handle(
      (), in: History(openSource(Fixtures.folder + "/" + format), of: .orders),
      JSONPresenter<VerifyHistory.Response>(display: screen))
    #expect(isGood, "\(screen.text)")
  }
}

/// The files that are committed for tests.
private enum Fixtures {
  static let folder = Files.repository + "/Fixtures"

  static func text(of path: String) throws -> String {
    let source = try HistoryFile(path: path).chunks(from: .start)
    var storage = ByteStorage.empty
    var text = ""
    while let chunk = try source.next(reusing: &storage) {
      text += String(
        decoding: UnsafeRawBufferPointer(rebasing: chunk.storage.bytes[chunk.lines]), as: UTF8.self)
    }
    return text
  }
}

private final class CapturedDocuments: DocumentDisplay {
  private(set) var text = ""

  func display(document: borrowing JSONWriter) {
    text += document.withBytes { String(decoding: $0, as: UTF8.self) } + "\n"
  }

  func display(note: String) { text += "note: \(note)\n" }
  func display(failure: Failure) { text += "refused: \(failure.code)\n" }
}
