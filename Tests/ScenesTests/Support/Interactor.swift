// The interactors of scenes, as tests call them.

@testable import HistoryScenes

/// A scene's interactor with what it works on, and the presenter that gets its responses, often a spy.
struct Interactor<S: Interaction> {
  private let context: S.Context
  private let presenter: any Presenter<S.Response>

  init(_ context: S.Context, presenter: any Presenter<S.Response>) {
    (self.context, self.presenter) = (context, presenter)
  }

  @discardableResult
  func handle(_ request: S.Request) throws(Failure) -> Bool {
    try S.handle(request, in: context, presenter)
  }
}
