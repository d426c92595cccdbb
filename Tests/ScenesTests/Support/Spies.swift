// The messages of a kind that spies have kept, out of several.

import EventSourcing
import JSONLines
@_exported import SceneKit

@testable import HistoryScenes
@testable import OrderScenes

extension PresenterSpy<ShowLog.Response> {
  var items: [ShowLog.Item] {
    responses.compactMap { if case .entry(let item) = $0 { item } else { nil } }
  }
  var count: Int? { if case .end(let end)? = response { end.count } else { nil } }
}

extension PresenterSpy<FindMoments.Response> {
  var moments: [FindMoments.Moment] {
    responses.compactMap { if case .moment(let moment) = $0 { moment } else { nil } }
  }
  var summary: FindMoments.Summary? {
    if case .end(let summary)? = response { summary } else { nil }
  }
}

extension DisplaySpy<FindMoments.ViewModel> {
  var moments: [FindMoments.Line] {
    viewModels.compactMap { if case .moment(let moment) = $0 { moment } else { nil } }
  }
  var summary: String? { if case .summary(let text)? = viewModel { text } else { nil } }
}

extension PresenterSpy<WatchFormulas.Response> {
  var columns: [WatchFormulas.Column] {
    if case .columns(let columns)? = responses.first { columns } else { [] }
  }
  var rows: [WatchFormulas.Row] {
    responses.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }
  var count: Int? { if case .end(let count, _, _)? = response { count } else { nil } }
}

extension PresenterSpy<ReplayHistory.Response> {
  var items: [ReplayHistory.Item] {
    responses.compactMap { if case .divergence(let item) = $0 { item } else { nil } }
  }
  var summary: ReplayHistory.Summary? {
    if case .end(let summary)? = response { summary } else { nil }
  }
}

extension PresenterSpy<HistoryDifferences.Response> {
  var commands: [HistoryDifferences.Command] {
    responses.compactMap { if case .command(let command) = $0 { command } else { nil } }
  }
  var streams: [HistoryDifferences.Stream] {
    responses.compactMap { if case .stream(let stream) = $0 { stream } else { nil } }
  }
  var summary: HistoryDifferences.Summary? {
    if case .end(let summary)? = response { summary } else { nil }
  }
}

extension DisplaySpy<HistoryDifferences.ViewModel> {
  var differences: [HistoryDifferences.Paragraph] {
    viewModels.compactMap { if case .difference(let difference) = $0 { difference } else { nil } }
  }
  var report: HistoryDifferences.Report? {
    if case .summary(let report)? = viewModel { report } else { nil }
  }
}

extension PresenterSpy<BisectHistory.Response> {
  var looks: [BisectHistory.Look] {
    // Of the last search.
    let start = responses.lastIndex { if case .beginning = $0 { true } else { false } } ?? 0
    return responses[start...].compactMap { if case .look(let look) = $0 { look } else { nil } }
  }
  var found: ShowLog.Item? { if case .found(let item)? = response { item } else { nil } }
  var undecided: (first: Int, last: Int)? {
    if case .undecided(let first, let last)? = response { (first, last) } else { nil }
  }
  var isGood: Bool? { if case .unchanged(let isGood)? = response { isGood } else { nil } }
}

extension PresenterSpy<StepThroughHistory.Response> {
  private func parts<Part>(_ part: (StepThroughHistory.Response) -> Part?) -> [Part] {
    responses.compactMap(part)
  }

  var places: [Int] {
    parts { if case .place(let place) = $0 { place.item?.entry.seq ?? 0 } else { nil } }
  }
  var order: ShowOrder.Response? {
    parts { if case .details(let details) = $0 { details as? ShowOrder.Response } else { nil } }
      .last
  }
  var fields: [[FieldTree.Leaf]] {
    parts { if case .fields(let fields) = $0 { fields.leaves } else { nil } }
  }
  var changes: [FieldTree.Difference]? {
    parts { if case .changes(let item) = $0 { item.changes?.differences } else { nil } }.last
  }
  var decision: ExplainDecision.Response? {
    parts { if case .decision(let decision) = $0 { decision } else { nil } }.last
  }
  var marks: [StepThroughHistory.Mark] {
    parts { if case .marks(let marks) = $0 { marks } else { nil } }.last ?? []
  }
  var commands: [StepCommand] {
    parts { if case .commands(let commands, _) = $0 { commands } else { nil } }.last ?? []
  }
}
