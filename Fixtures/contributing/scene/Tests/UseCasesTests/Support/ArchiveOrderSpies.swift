// Spies that stand at the boundaries of ArchiveOrder and remember what came through.

import UseCases

final class ArchiveOrderPresenterSpy: ArchiveOrderPresentationLogic {
  private(set) var response: ArchiveOrder.Response?
  func present(_ response: ArchiveOrder.Response) { self.response = response }
}

final class ArchiveOrderDisplaySpy: ArchiveOrderDisplayLogic {
  private(set) var viewModel: ArchiveOrder.ViewModel?
  func display(_ viewModel: ArchiveOrder.ViewModel) { self.viewModel = viewModel }
}
