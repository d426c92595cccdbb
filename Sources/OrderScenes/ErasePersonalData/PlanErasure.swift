// Shows what erasing would do, before anybody decides on it. Changes nothing.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

package enum PlanErasure: RespondingScene {
  /// At most that many other places are noted; the rest is counted.
  private static let most = 1000

  package typealias Context = (history: History, files: any StoreFiles, path: String)

  package struct Request: Sendable {
    package var selection = ErasureSelection()
    package var now: Timestamp
    /// The files in which what was typed for an order is kept.
    package var keptForms: @Sendable (_ id: String) -> [String] = { _ in [] }

    package init(now: Timestamp) { self.now = now }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    package struct SelectedOrder: Equatable, Sendable {
      package let id: String
      /// How many entries have personal data that isn't erased.
      package var entries = 0
    }

    /// Those that are selected, also if nothing is left to erase of them.
    package var orders: [SelectedOrder] = []
    /// Where else the words are: what isn't altered.
    package var elsewhere: [WordElsewhere] = []
    package var elsewhereCount = 0
    package var remains = StoreRemains()

    package var entries: Int { orders.reduce(0) { $0 + $1.entries } }
    /// The orders of which something is to be erased.
    var affected: [SelectedOrder] { orders.filter { $0.entries > 0 } }
    package var isPositive: Bool { !orders.isEmpty }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    var response = try entries(request, context.history)
    response.remains = try Failure.of { () throws(LogError) in
      try context.files.remains(of: context.path)
    }
    response.remains.forms = response.affected.flatMap { request.keptForms($0.id) }
    return response
  }

  /// What there is to erase in the log. Reads all of it twice, and no index: nothing may be missed.
  private static func entries(_ request: Request, _ history: History) throws(Failure) -> Response {
    let ids = try request.selection.orders(in: history, now: request.now)
    var response = Response(orders: ids.map { .init(id: $0) })
    var streams = StreamTable()
    for id in ids {
      guard let stream = StreamName(category: Orders.category, id: id) else {
        throw try history.noOrder(id)
      }
      withExtendedLifetime(stream) { _ = streams.insert(stream.text.bytes) }
    }
    let (words, isThere) = try Failure.of { () throws(LogError) in
      try history.source.words(of: streams, &response)
    }
    if let missing = zip(ids, isThere).first(where: { !$1 })?.0 {
      throw try history.noOrder(missing)
    }
    guard !words.isEmpty else { return response }
    try Failure.of { () throws(LogError) in
      var reader = try EntryReader(history.source)
      while let entry = try reader.next() {
        let isErased = streams.find(entry.storage.slice(entry.stream)) != nil
        let places = words.places(in: entry, isErased: isErased)
        response.elsewhereCount += places.count
        response.elsewhere += places.prefix(most - response.elsewhere.count)
      }
    }
    return response
  }
}

extension EntrySource {
  /// The words of the personal data of some orders, and whether each has entries.
  fileprivate func words(of streams: StreamTable, _ response: inout PlanErasure.Response)
    throws(LogError) -> (words: PersonalWords, isThere: [Bool])
  {
    var (words, isThere) = (PersonalWords(), [Bool](repeating: false, count: streams.count))
    guard streams.count > 0 else { return (words, isThere) }
    var reader = try EntryReader(self)
    while let entry = try reader.next() {
      guard let index = streams.find(entry.storage.slice(entry.stream)) else { continue }
      isThere[index] = true
      guard entry.hasPersonalData else { continue }
      response.orders[index].entries += 1
      words.take(entry, of: response.orders[index].id)
    }
    return (words, isThere)
  }
}

extension History {
  fileprivate func noOrder(_ id: String) throws(Failure) -> Failure {
    let near = StreamName.isValid(id: id) ? try ids(near: id, at: nil).ids : []
    let suggestion = near.isEmpty ? "" : " Similar: \(near.joined(separator: ", "))."
    return Failure(
      .negative, code: OrderRefusal.notFound.code, "There is no order \(id).",
      hint: "Nothing was erased, nor recorded." + suggestion)
  }
}

extension PlanErasure.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("orders", orders)
    object.member("entries", entries)
    object.member("elsewhere", elsewhere)
    object.member(
      "omitted", elsewhereCount > elsewhere.count ? elsewhereCount - elsewhere.count : nil)
    remains.writeMembers(to: &object)
  }
}

extension PlanErasure.Response.SelectedOrder: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("id", id)
    object.member("entries", entries)
  }
}
