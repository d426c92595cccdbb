// Shows what erasing would do, before anybody decides on it. Changes nothing.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

/// The files in which forms of orders were kept, outside of any store.
package protocol KeptForms {
  /// The forms of an order.
  func paths(of id: String) -> [String]
  /// The drafts of new orders, whose ids aren't known.
  func drafts() -> [String]
  /// Deletes one; returns whether it is gone.
  func delete(_ path: String) -> Bool
}

package enum PlanErasure: RespondingScene {
  /// At most that many other places are noted; the rest is counted.
  private static let most = 1000

  package typealias Context = (
    history: History, files: any StoreFiles, path: String, forms: any KeptForms
  )

  package struct Request: Sendable {
    package var selection = ErasureSelection()
    package var now: Timestamp

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
    /// Orders of other customers that have refused commands of the one who is selected.
    package var ofOthers: [String] = []
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
    let history = context.history
    var response = Response()
    let words = try response.select(request, in: history)
    response.remains = try Failure.of { () throws(LogError) in
      try context.files.remains(of: context.path)
    }
    let streams = response.orders.compactMap {
      StreamName(category: Orders.category, id: $0.id)
    }
    response.remains.sortCopies { context.files.hasPersonalData(of: streams, inCopy: $0) }
    response.remains.forms = response.orders.flatMap { context.forms.paths(of: $0.id) }
    response.remains.drafts = context.forms.drafts()
    guard !words.isEmpty else { return response }
    let table = response.streams
    try Failure.of { () throws(LogError) in
      var reader = try EntryReader(history.source)
      while let entry = try reader.next() {
        let isErased = table.find(entry.storage.slice(entry.stream)) != nil
        let places = words.places(in: entry, isErased: isErased)
        response.elsewhereCount += places.count
        response.elsewhere += places.prefix(most - response.elsewhere.count)
      }
    }
    return response
  }
}

extension PlanErasure.Response {
  /// The streams of the orders, numbered as those.
  fileprivate var streams: StreamTable {
    var streams = StreamTable()
    for order in orders {
      guard let stream = StreamName(category: Orders.category, id: order.id) else { continue }
      withExtendedLifetime(stream) { _ = streams.insert(stream.text.bytes) }
    }
    return streams
  }

  /// Finds the orders and what there is to erase of them. Reads the whole log and no index: nothing may be missed.
  ///
  /// - Returns: The words of what is to be erased.
  mutating func select(_ request: PlanErasure.Request, in history: History) throws(Failure)
    -> PersonalWords
  {
    let (ids, others) = try request.selection.orders(in: history, now: request.now)
    if let odd = ids.first(where: { !StreamName.isValid(id: $0) }) {
      throw try history.noOrder(odd)
    }
    (orders, ofOthers) = (ids.map { .init(id: $0) }, others)
    guard !ids.isEmpty else { return PersonalWords() }
    var words = PersonalWords()
    let missing = try history.eachPersonalEntry(
      of: ids.compactMap { StreamName(category: Orders.category, id: $0) }
    ) { entry, place in
      orders[place].entries += 1
      words.take(entry, of: orders[place].id)
    }
    if let missing { throw try history.noOrder(ids[missing]) }
    return words
  }
}

extension History {
  fileprivate func noOrder(_ id: String) throws(Failure) -> Failure {
    let near = StreamName.isValid(id: id) ? try ids(near: id, at: nil).ids : []
    let suggestion = near.isEmpty ? "" : " Similar: \(near.joined(separator: ", "))."
    return Failure(
      .negative, code: OrderRefusal.notFound.code, "There is no order \(id).",
      hint: "Nothing was erased or recorded." + suggestion)
  }
}

extension PlanErasure.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("orders", orders)
    object.member("entries", entries)
    object.member("ofOthers", ofOthers.isEmpty ? nil : ofOthers)
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
