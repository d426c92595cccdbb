// Which orders' personal data is to be erased: those that are named, a customer's, or those that are old enough.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

/// What selects orders; conditions hold together.
package struct ErasureSelection: Sendable {
  /// These orders; then there are no conditions.
  package var ids: [String] = []
  package var customer: String?
  /// With one of these statuses; with any if empty.
  package var statuses: [String] = []
  /// Not changed for so long: `10y`, `6m`, `90d`.
  package var age: String?

  package init() {}
}

extension ErasureSelection {
  /// The ids of the orders, each once, and those of other customers' orders that the customer tried to create.
  ///
  /// - Parameter now: What ages count from.
  func orders(in history: History, now: Timestamp) throws(Failure) -> (
    ids: [String], ofOthers: [String]
  ) {
    let hasConditions = customer != nil || age != nil || !statuses.isEmpty
    guard ids.isEmpty || !hasConditions else {
      throw Failure(
        .usage, code: "conflicting-selection", "Orders are named, and selected by conditions.",
        hint: "Pass either orders, or --customer, --older-than and --status.")
    }
    if !ids.isEmpty { return (unique(ids), []) }
    guard customer != nil || age != nil else {
      throw Failure(
        .usage, code: "nothing-selected", "No orders are selected.",
        hint: "Pass orders, --customer or --older-than. --status alone isn't enough.")
    }
    var request = ListOrders.Request()
    request.statuses = statuses.isEmpty ? Order.Status.allCases.map(\.rawValue) : statuses
    request.customer = customer
    var found = try ListOrders.respond(to: request, with: history).orders
    if let age {
      let limit = try Self.moment(age, before: now)
      found = found.filter { $0.order.updatedAt <= limit }
    }
    let own = found.map(\.id)
    let refused = try refusedOrders(in: history).filter { !own.contains($0) }
    var ofOthers: [String] = []
    for id in refused {
      guard let stream = StreamName(category: Orders.category, id: id) else { continue }
      if try history.fold(stream, at: nil).store.order(stream) != nil { ofOthers.append(id) }
    }
    return (unique(own + refused.filter { !ofOthers.contains($0) }), unique(ofOthers))
  }

  /// The orders whose creation for the customer was refused, whatever became of them.
  private func refusedOrders(in history: History) throws(Failure) -> [String] {
    guard let customer = customer.map({ Text($0) }), age == nil, statuses.isEmpty else { return [] }
    // For whom an archived creation was refused can't be told.
    try history.checkNothingIsArchived(of: nil)
    return try Failure.of { () throws(LogError) in
      var reader = try EntryReader(try history.source.part(of: [.refusal]) ?? history.source)
      var body = DomainBody<Orders>()
      var ids: [String] = []
      while let entry = try reader.next(into: &body) {
        guard !entry.isAccepted, body.isMine, case .create(let fields)? = body.command,
          fields.text(.customer) == customer
        else { continue }
        ids += [StreamName(Text(entry.storage, entry.stream))?.id].compactMap { $0 }
      }
      return ids
    }
  }

  private func unique(_ ids: [String]) -> [String] {
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }
  }

  /// The moment that is so long ago.
  static func moment(_ age: String, before now: Timestamp) throws(Failure) -> Timestamp {
    let digits = age.dropLast()
    let count =
      digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      ? Int(digits).flatMap { 0...100_000 ~= $0 ? $0 : nil } : nil
    let moment: Timestamp? =
      switch (count, age.last) {
      case (let count?, "d"):
        Timestamp(microseconds: now.microseconds - Int64(count) * 86_400_000_000)
      case (let count?, "m"): now.subtracting(months: count)
      case (let count?, "y"): now.subtracting(months: 12 * count)
      default: nil
      }
    guard let moment, moment >= .earliest else {
      throw Failure(
        .usage, code: "bad-age", "'\(age)' isn't an age.",
        hint: "Pass a number of years, months or days, such as 10y, 6m or 90d.")
    }
    return moment
  }
}

extension Timestamp {
  /// The same time of the day so many months before; on the month's last day if it is too short.
  fileprivate func subtracting(months: Int) -> Timestamp? {
    let date = date
    let month = date.year * 12 + date.month - 1 - months
    guard month >= 12 else { return nil }
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    let time = description.dropFirst(10)
    let days = stride(from: date.day, to: max(date.day - 4, 0), by: -1)
    return days.lazy.compactMap { day in
      Timestamp("\(padded(month / 12, 4))-\(padded(month % 12 + 1, 2))-\(padded(day, 2))\(time)")
    }.first
  }
}
