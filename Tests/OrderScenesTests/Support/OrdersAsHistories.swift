// The scenes that take a history of some domain, given the source of one of orders.

import EventSourcing
import HistoryScenes
import OrderScenes

extension ReplayHistoryInteractor {
  convenience init(
    source: any EntrySource, presenter: any PresentationLogic<ReplayHistory.Response>
  ) {
    self.init(history: History(source, of: .orders), presenter: presenter)
  }
}

extension HistoryOutcomesInteractor {
  convenience init(source: any EntrySource, presenter: any HistoryOutcomesPresentationLogic) {
    self.init(history: History(source, of: .orders), presenter: presenter)
  }
}

extension CompareBuildsInteractor {
  convenience init(
    source: any EntrySource, other: any OutcomeLineSource,
    presenter: any PresentationLogic<HistoryDifferences.Response>
  ) {
    self.init(history: History(source, of: .orders), other: other, presenter: presenter)
  }
}

extension BisectHistoryInteractor {
  convenience init(
    source: any EntrySource, judge: any StateJudge,
    presenter: any PresentationLogic<BisectHistory.Response>
  ) {
    self.init(history: History(source, of: .orders), judge: judge, presenter: presenter)
  }
}

extension StepThroughHistoryInteractor {
  convenience init(
    source: any EntrySource, presenter: any PresentationLogic<StepThroughHistory.Response>
  ) {
    self.init(history: History(source, of: .orders), presenter: presenter)
  }
}

extension HistoryDifferences.MoneyDifference {
  /// The difference in a field.
  subscript(_ name: String) -> Int64? { amounts.first { $0.name == name }?.amount }
}

extension ExtractHistory.Context {
  init(source: any EntrySource, output: any HistoryLineOutput) {
    self.init(history: History(source, of: .orders), output: output)
  }
}

extension WhatIfInteractor {
  convenience init(
    source: any EntrySource, presenter: any PresentationLogic<HistoryDifferences.Response>,
    output: (any HistoryLineOutput)? = nil
  ) {
    self.init(history: History(source, of: .orders), presenter: presenter, output: output)
  }
}

extension Interactor where S.Context == History {
  convenience init(
    _ source: any EntrySource, presenter: any PresentationLogic<S.Response>
  ) {
    self.init(History(source, of: .orders), presenter: presenter)
  }
}

extension CompareStates.Context {
  init(source: any EntrySource, other: (any EntrySource)? = nil) {
    self.init(History(source, of: .orders), other: other)
  }
}
