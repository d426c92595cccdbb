import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Notes of the log on what it doesn't show.
@Suite struct LogAnswerTests {
  private func log(_ request: ShowLog.Request) throws -> (DisplaySpy<ShowLog.ViewModel>, Failure?) {
    let display = DisplaySpy<ShowLog.ViewModel>()
    let presenter = ShowLog.presenter(on: display)
    do throws(Failure) {
      try Interactor<ShowLog>(History(storyOfWholeLog(), of: .orders), presenter: presenter)
        .handle(request)
    } catch {
      return (display, error)
    }
    return (display, nil)
  }

  private func storyOfWholeLog() -> any EntrySource {
    (try? Story.told().store) ?? MemoryStore()
  }

  @Test(arguments: [
    (
      "2026-01-04..", "9 entries after the end of 2026-01-04; --since 2026-01-04 includes that day."
    ),
    (
      "2026-01-05..",
      "No entries after the end of 2026-01-05; --since 2026-01-05 includes that day."
    ),
    ("3..4", "1 entry."), ("2026-01-05T09:08Z..", "1 entry."),
  ]) func `a range that begins with a day leaves it out, and says so`(range: String, text: String)
    throws
  {
    var request = ShowLog.Request()
    request.range = range
    let (display, _) = try log(request)
    #expect(display.viewModel == .summary(text))
  }

  @Test func `all unknown orders are found before anything is shown`() throws {
    let (display, failure) = try log(ShowLog.Request(ids: ["1001", "4711"]))
    #expect(failure?.code == "no-such-order")
    #expect(display.viewModel == nil)
  }

  @Test func `an order that is only later isn't called missing`() throws {
    var request = ShowLog.Request(ids: ["1003"])
    request.range = "..3"
    let (_, failure) = try log(request)
    #expect(failure?.message == "There is no order 1003 at 3.")
    #expect(failure?.hint == "Its first entry is @7, after that.")
    #expect(try log(ShowLog.Request(ids: ["4711"])).1?.message == "There is no order 4711.")
  }

  @Test func `entries that changed a field are entries for programs`() throws {
    var request = ShowLog.Request()
    request.field = "carrier"
    for (patch, prefix) in [(false, #"{"seq":4,"#), (true, #"{"entry":{"seq":4,"#)] {
      let spy = DocumentSpy()
      request.showsChanges = patch
      try Interactor<ShowLog>(
        History(storyOfWholeLog(), of: .orders),
        presenter: JSONPresenter<ShowLog.Response>(display: spy)
      ).handle(request)
      #expect(spy.documents.count == 1)
      #expect(spy.documents.first?.hasPrefix(prefix) == true)
    }
  }
}
