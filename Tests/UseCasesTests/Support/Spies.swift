// Spies that stand at the boundaries of the scenes and remember what came through.

import JSONLines
import UseCases

/// Where JSON documents, notes and progress go.
final class DocumentSpy: DocumentDisplayLogic, NoteDisplayLogic, ProgressDisplayLogic {
  private(set) var documents: [String] = []
  private(set) var notes: [String] = []
  private(set) var progress: [String] = []

  func display(document: borrowing JSONWriter) {
    documents.append(document.withBytes { String(decoding: $0, as: UTF8.self) })
  }

  func display(note: String) { notes.append(note) }

  func display(progress text: @autoclosure () -> String) { progress.append(text()) }
}

final class ListOrdersPresenterSpy: ListOrdersPresentationLogic {
  private(set) var response: ListOrders.Response?
  func present(_ response: ListOrders.Response) { self.response = response }
}

final class ListOrdersDisplaySpy: ListOrdersDisplayLogic {
  private(set) var viewModel: ListOrders.ViewModel?
  func display(_ viewModel: ListOrders.ViewModel) { self.viewModel = viewModel }
}

final class ShowOrderPresenterSpy: ShowOrderPresentationLogic {
  private(set) var response: ShowOrder.Response?
  func present(_ response: ShowOrder.Response) { self.response = response }
}

final class ShowOrderDisplaySpy: ShowOrderDisplayLogic {
  private(set) var viewModel: ShowOrder.ViewModel?
  func display(_ viewModel: ShowOrder.ViewModel) { self.viewModel = viewModel }
}

final class OrderHistoryPresenterSpy: OrderHistoryPresentationLogic {
  private(set) var items: [OrderHistory.Item] = []
  private(set) var response: OrderHistory.Response?
  func present(_ item: OrderHistory.Item) { items.append(item) }
  func finish(_ response: OrderHistory.Response) { self.response = response }
}

final class OrderHistoryDisplaySpy: OrderHistoryDisplayLogic {
  private(set) var viewModels: [OrderHistory.ViewModel] = []
  private(set) var summary: String?
  func display(_ viewModel: OrderHistory.ViewModel) { viewModels.append(viewModel) }
  func display(summary: String) { self.summary = summary }
}

final class StoreStatisticsPresenterSpy: StoreStatisticsPresentationLogic {
  private(set) var response: StoreStatistics.Response?
  func present(_ response: StoreStatistics.Response) { self.response = response }
}

final class StoreStatisticsDisplaySpy: StoreStatisticsDisplayLogic {
  private(set) var viewModel: StoreStatistics.ViewModel?
  func display(_ viewModel: StoreStatistics.ViewModel) { self.viewModel = viewModel }
}

final class VerifyHistoryPresenterSpy: VerifyHistoryPresentationLogic {
  private(set) var response: VerifyHistory.Response?
  func present(_ response: VerifyHistory.Response) { self.response = response }
}

final class VerifyHistoryDisplaySpy: VerifyHistoryDisplayLogic {
  private(set) var viewModel: VerifyHistory.ViewModel?
  func display(_ viewModel: VerifyHistory.ViewModel) { self.viewModel = viewModel }
}

final class ImportCommandsPresenterSpy: ImportCommandsPresentationLogic {
  private(set) var response: ImportCommands.Response?
  private(set) var progress: [Int] = []
  func present(progress lines: Int) { progress.append(lines) }
  func present(_ response: ImportCommands.Response) { self.response = response }
}

final class ImportCommandsDisplaySpy: ImportCommandsDisplayLogic {
  private(set) var viewModel: ImportCommands.ViewModel?
  private(set) var progress: [String] = []
  func display(_ viewModel: ImportCommands.ViewModel) { self.viewModel = viewModel }
  func display(progress text: @autoclosure () -> String) { progress.append(text()) }
}

final class FindMomentsPresenterSpy: FindMomentsPresentationLogic {
  private(set) var moments: [FindMoments.Moment] = []
  private(set) var response: FindMoments.Response?
  func present(_ moment: FindMoments.Moment) { moments.append(moment) }
  func finish(_ response: FindMoments.Response) { self.response = response }
}

final class FindMomentsDisplaySpy: FindMomentsDisplayLogic {
  private(set) var viewModels: [FindMoments.ViewModel] = []
  private(set) var summary: String?
  func display(_ viewModel: FindMoments.ViewModel) { viewModels.append(viewModel) }
  func display(summary: String) { self.summary = summary }
}

final class WatchFormulasPresenterSpy: WatchFormulasPresentationLogic {
  private(set) var columns: [WatchFormulas.Column] = []
  private(set) var rows: [WatchFormulas.Row] = []
  private(set) var response: WatchFormulas.Response?
  func begin(_ columns: [WatchFormulas.Column]) { self.columns = columns }
  func present(_ row: WatchFormulas.Row) { rows.append(row) }
  func finish(_ response: WatchFormulas.Response) { self.response = response }
}

final class WatchFormulasDisplaySpy: WatchFormulasDisplayLogic {
  private(set) var viewModels: [WatchFormulas.ViewModel] = []
  private(set) var columns: [WatchFormulas.Column] = []
  private(set) var summary: String?
  func display(columns: [WatchFormulas.Column], timeZone: String) { self.columns = columns }
  func display(_ viewModel: WatchFormulas.ViewModel) { viewModels.append(viewModel) }
  func display(summary: String) { self.summary = summary }
}

final class CheckInvariantsPresenterSpy: CheckInvariantsPresentationLogic {
  private(set) var response: CheckInvariants.Response?
  func present(_ response: CheckInvariants.Response) { self.response = response }
}

final class CheckInvariantsDisplaySpy: CheckInvariantsDisplayLogic {
  private(set) var viewModel: CheckInvariants.ViewModel?
  func display(_ viewModel: CheckInvariants.ViewModel) { self.viewModel = viewModel }
}
