// The scenes that take a history of some domain, given the source of one of orders.

import EventSourcing
import HistoryScenes
import OrderScenes

func replayed(
  _ source: any EntrySource, _ presenter: any Presenter<ReplayHistory.Response>,
  _ request: ReplayHistory.Request
) throws(Failure) -> ReplayHistory.Conclusion {
  try ReplayHistory.replay(request, in: History(source, of: .orders), presenter)
}

extension Interactor where S == CompareBuilds {
  init(
    source: any EntrySource, other: any OutcomeLineSource,
    presenter: any Presenter<HistoryDifferences.Response>
  ) {
    self.init((History(source, of: .orders), other), presenter: presenter)
  }
}

extension Interactor where S == BisectHistory {
  init(
    source: any EntrySource, judge: any StateJudge,
    presenter: any Presenter<BisectHistory.Response>
  ) {
    self.init((History(source, of: .orders), judge), presenter: presenter)
  }
}

extension HistoryDifferences.MoneyDifference {
  /// The difference in a field.
  subscript(_ name: String) -> Int64? { amounts.first { $0.name == name }?.amount }
}

extension Interactor where S == WhatIf {
  init(
    source: any EntrySource, presenter: any Presenter<HistoryDifferences.Response>,
    output: (any HistoryLineOutput)? = nil
  ) {
    self.init((History(source, of: .orders), output), presenter: presenter)
  }
}

extension Interactor where S == ExtractHistory {
  init(
    source: any EntrySource, output: any HistoryLineOutput,
    presenter: any Presenter<ExtractHistory.Response>
  ) {
    self.init((History(source, of: .orders), output), presenter: presenter)
  }
}

extension Interactor where S.Context == History {
  init(
    _ source: any EntrySource, presenter: any Presenter<S.Response>
  ) {
    self.init(History(source, of: .orders), presenter: presenter)
  }
}

extension CompareStates.Context {
  init(source: any EntrySource, other: (any EntrySource)? = nil) {
    self.init(History(source, of: .orders), other: other)
  }
}
