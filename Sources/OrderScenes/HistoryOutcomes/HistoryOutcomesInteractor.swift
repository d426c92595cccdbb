// Decides a history from its beginning and hands on what comes of it, line by line.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

package final class HistoryOutcomesInteractor: BusinessLogic {
  private let source: any EntrySource
  private let presenter: any HistoryOutcomesPresentationLogic

  package init(source: any EntrySource, presenter: any HistoryOutcomesPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Decides everything and hands the lines to the presenter.
  @discardableResult
  package func handle(_ request: HistoryOutcomes.Request) throws(Failure) -> Bool {
    let until = try source.resolve(request.until)
    let presenter = presenter
    var rerun = StoreRerun(of: try orderNames(request.orders), presenter)
    let end = try Failure.of { () throws(LogError) in
      try source.project(into: &rerun, through: until, level: .full)
    }
    for order in request.orders where !rerun.hasSeen(order) && !rerun.isDone {
      throw .noSuchOrder(order, at: request.until)
    }
    let digest = rerun.ends.digest { presenter.present(line: $0) }
    presenter.finish(
      HistoryOutcomes.Response(
        commands: rerun.commands, engine: Orders.version, digest: digest, end: end))
    return true
  }
}

/// The names of the streams of these orders; nil if there are none, which stands for all streams.
func orderNames(_ orders: [String]) throws(Failure) -> [String]? {
  if orders.isEmpty { return nil }
  var names: [String] = []
  for order in orders {
    guard let name = StreamName(category: Orders.category, id: order) else {
      throw .noSuchOrder(order, at: nil)
    }
    names.append(name.description)
  }
  return names
}

/// Executes the commands of all of the product's domains, and writes what comes of each.
private struct StoreRerun: DomainsReading {
  var domains = DomainsProjection(
    orders: RerunProjection<Orders>(), catalogue: RerunProjection<Catalogue>())
  private(set) var commands = 0
  private let wanted: [Text]?
  private let presenter: any HistoryOutcomesPresentationLogic

  init(of streams: [String]?, _ presenter: any HistoryOutcomesPresentationLogic) {
    wanted = streams.map { $0.map { Text($0) } }
    self.presenter = presenter
  }

  var isDone: Bool { presenter.isDone }
  var ends: [StreamEnd] { domains.orders.rerun.streams.ends + domains.catalogue.rerun.streams.ends }

  func hasSeen(_ order: String) -> Bool {
    StreamName(category: Orders.category, id: order)
      .flatMap { domains.orders.rerun.streams.state(of: $0) } != nil
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if let wanted {
      let name = entry.storage.slice(entry.stream)
      guard wanted.contains(where: { $0.bytes.elementsEqual(name) }) else { return }
    }
    try domains.read(entry)
    commands += 1
    switch domains.current {
    case .order: present(domains.orders.last)
    case .catalogue: present(domains.catalogue.last)
    }
  }

  private func present<D>(_ last: (command: RecordedCommand<D>, verdict: Verdict<D>)?) {
    guard let (command, verdict) = last else { return }
    var writer = JSONWriter(capacity: 512)
    writer.object {
      $0.member("seq", command.seq)
      $0.member("stream", command.stream)
      $0.member("command", D.type(of: command.command))
      for member in verdict.json.members ?? [] { $0.member(named: member.key, member.value) }
    }
    presenter.present(line: writer)
  }
}
