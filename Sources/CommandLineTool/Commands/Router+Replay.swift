// The commands that decide a history once more.

import CleanStore
import Terminal

extension Router {
  func replay() throws(Failure) -> ExitCode {
    var request = ReplayHistory.Request()
    request.orders = invocation.texts(Flags.only)
    request.from = invocation.text(Flags.from)
    request.until = invocation.text(Flags.untilPosition)
    request.keepsGoing = invocation.has(Flags.keepGoing)
    request.ignored = invocation.texts(Flags.ignore)
    request.store = storePath == Self.usualStore ? nil : storePath
    let presenter: any ReplayHistoryPresentationLogic =
      wantsJSON
      ? ReplayHistoryJSONPresenter(display: screen, notes: screen)
      : ReplayHistoryPresenter(display: screen)
    let interactor = ReplayHistoryInteractor(source: try source(storePath), presenter: presenter)
    return switch try interactor.replay(request) {
    case .identical: .done
    case .diverged: .negative
    case .unreadable: .badData
    }
  }
}
