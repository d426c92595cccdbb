import EventSourcing
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Each part of a scene works beside stand-ins for the others.
@Suite struct ScenePartsTests {
  /// Passes a request on as a tool does, whichever scene it is for.
  private func run<I: Interaction>(
    _: I.Type, _ request: I.Request, in context: I.Context, _ presenter: any Presenter<I.Response>
  ) throws(Failure) -> Bool {
    try I.handle(request, in: context, presenter)
  }

  @Test(arguments: [true, false])
  func `a presenter and a view don't know which interactor answers`(_ isPositive: Bool) throws {
    let words = WordList(["amy", "bob"], tornTail: nil)
    let interactor = InteractionSpy<Int, WordList>.Context(
      answering: words, isPositive: isPositive)
    let view = DisplaySpy<WordList>()
    let answer = try run(
      InteractionSpy.self, 7, in: interactor, ListActors.presenter(on: view))
    #expect(interactor.requests == [7])
    #expect(view.viewModels.map(\.documents) == [["amy", "bob"]])
    #expect(answer == isPositive)
  }

  @Test func `an interactor doesn't know which presenter it answers`() throws {
    let presenter = PresenterSpy<WordList>()
    let history = History(MemoryStore(), of: .orders)
    #expect(try run(ListActors.self, (), in: history, presenter))
    #expect(presenter.response?.documents.isEmpty == true)
  }
}
