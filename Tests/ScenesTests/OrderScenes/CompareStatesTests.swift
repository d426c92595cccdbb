import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// The differences between two moments.
@Suite struct CompareStatesTests {
  private func compare(_ change: (inout CompareStates.Request) -> Void) throws
    -> (isSame: Bool, PresenterSpy<CompareStates.Response>)
  {
    let spy = PresenterSpy<CompareStates.Response>()
    var request = CompareStates.Request()
    change(&request)
    let isSame = try Interactor<CompareStates>(
      .init(source: try Story.told().store), presenter: spy
    )
    .handle(request)
    return (isSame, spy)
  }

  @Test func `a moment doesn't differ from itself`() throws {
    let (isSame, response) = try compare {
      $0.from = "5"; $0.to = "5"
    }
    #expect(isSame)
    #expect(response.differences.isEmpty)
  }

  @Test func `orders come, change and go`() throws {
    let (isSame, response) = try compare { $0.from = "2" }
    #expect(!isSame)
    #expect(response.differences.map(\.stream.text) == ["1001", "1002", "1003"])
    #expect(response.differences.map(\.kind) == [.changed, .changed, .added])
    #expect(try compare { $0.from = "7" }.1.differences.map(\.kind) == [.changed, .deleted])
    #expect(
      try compare {
        $0.from = "end"; $0.to = "start"
      }.1.differences.map(\.kind)
        == [.missing, .missing, .missing])
  }

  @Test func `only the requested orders`() throws {
    let (_, response) = try compare {
      $0.from = "start"; $0.ids = ["1002"]
    }
    #expect(response.differences.map(\.stream.text) == ["1002"])
    let failure = try failure { () throws(Failure) in
      var request = CompareStates.Request()
      request.ids = ["1009"]
      _ = try Interactor<CompareStates>(
        .init(source: MemoryStore()), presenter: PresenterSpy<CompareStates.Response>()
      ).handle(request)
    }
    #expect(failure.code == "no-such-order")
  }

  @Test func `the catalogue is compared, too`() throws {
    let story = try Story.told()
    _ = try Interactor<RetireShippingMethod>(
      story.engine, presenter: PresenterSpy<ShippingMethodOutcome>()
    ).handle(.init("two-day", change: ChangeRequest(actor: "clerk")))
    let spy = PresenterSpy<CompareStates.Response>()
    var request = CompareStates.Request()
    request.from = "9"
    let interactor = Interactor<CompareStates>(.init(source: story.store), presenter: spy)
    #expect(try !interactor.handle(request))
    let display = spy.display()
    #expect(display.sections.map(\.title) == ["the catalogue: 1 field"])
    #expect(display.sections.first?.changes.map(\.field) == ["methods[2].retired"])
    #expect(display.viewModel == .summary("1 stream changed."))
    let documents = DocumentSpy()
    for response in spy.responses {
      JSONPresenter<CompareStates.Response>(display: documents).present(response)
    }
    #expect(documents.documents.first?.hasPrefix(#"{"stream":"catalog","kind":"changed""#) == true)
    request.from = "start"
    _ = try interactor.handle(request)
    let changes = spy.differences.last?.changes.differences
    #expect(changes?.map(\.path) == ["methods[2].retired"])
    request.from = "9"
    request.ids = ["1001"]
    #expect(try interactor.handle(request))
  }

  @Test func `two stores that say the same in other words don't differ`() throws {
    let spy = PresenterSpy<CompareStates.Response>()
    let first = try Story.told()
    let second = try Story()
    try second.asks("amy", "1001", .create(.amy))
    var request = CompareStates.Request()
    request.from = "1001@1"
    request.to = "1"
    request.ids = ["1001"]
    let interactor = Interactor<CompareStates>(
      .init(source: first.store, other: second.store), presenter: spy)
    #expect(try interactor.handle(request))
    request.to = nil
    request.from = nil
    #expect(try !interactor.handle(request))
    #expect(spy.differences.first?.kind == .changed)
  }

  @Test func `numbers only, on request`() throws {
    let (_, response) = try compare {
      $0.from = "2"; $0.countsOnly = true
    }
    let display = response.display()
    #expect(display.sections.count == 3 && display.sections.allSatisfy(\.changes.isEmpty))
    #expect(display.viewModel == .summary("3 orders differ: 1 added, 2 changed."))
    let documents = DocumentSpy()
    for part in response.responses {
      JSONPresenter<CompareStates.Response>(display: documents).present(part)
    }
    #expect(documents.documents == [#"{"added":1,"changed":2,"deleted":0,"missing":0}"#])
  }
}

extension PresenterSpy<CompareStates.Response> {
  fileprivate var differences: [CompareStates.Difference] {
    responses.compactMap { if case .difference(let difference) = $0 { difference } else { nil } }
  }

  fileprivate func display() -> DisplaySpy<CompareStates.ViewModel> {
    let display = DisplaySpy<CompareStates.ViewModel>()
    let presenter = CompareStates.presenter(on: display)
    for response in responses { presenter.present(response) }
    return display
  }
}

extension DisplaySpy<CompareStates.ViewModel> {
  fileprivate var sections: [CompareStates.ViewModel.Section] {
    viewModels.compactMap { if case .section(let section) = $0 { section } else { nil } }
  }
}
