// Selects the orders whose personal data is to be erased: named ones, a customer's, or those that are old enough.

/// Orders by their ids, or by conditions, all of which must hold.
package struct OrdersToErase: StreamSelection {
  /// These orders; then there are no conditions.
  package var ids: [String] = []
  package var customer: String?
  /// The statuses of the orders; any if empty.
  package var statuses: [String] = []
  /// Not changed for so long: `10y`, `6m`, `90d`.
  package var age: String?
  /// The time that ages count from.
  package var now: Timestamp

  package init(now: Timestamp = .earliest) { self.now = now }
}

extension OrdersToErase {
  /// Also the orders that the customer tried to create, unless they are others'.
  package func streams(in history: History) throws(Failure) -> SelectedStreams {
    let hasConditions = customer != nil || age != nil || !statuses.isEmpty
    guard ids.isEmpty || !hasConditions else {
      throw Failure(
        .usage, code: "conflicting-selection", "Orders are named, and selected by conditions.",
        hint: "Pass either orders, or --customer, --older-than and --status.")
    }
    if !ids.isEmpty { return try selected(ids, in: history) }
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
      if try history.fold(stream, at: nil).shop.order(stream) != nil { ofOthers.append(id) }
    }
    var selected = try selected(own + refused.filter { !ofOthers.contains($0) }, in: history)
    var seen: Set<String> = []
    selected.others = ofOthers.filter { seen.insert($0).inserted }
    selected.titleOfOthers =
      "Orders of others with refused commands of this customer, which aren't selected:"
    return selected
  }

  private func selected(_ ids: [String], in history: History) throws(Failure) -> SelectedStreams {
    var streams: [StreamName] = []
    for id in ids {
      guard let stream = StreamName(category: Orders.category, id: id) else {
        throw noOrder(id, near: [])
      }
      streams.append(stream)
    }
    return SelectedStreams(streams)
  }

  package func noEntries(of stream: StreamName, in history: History) throws(Failure) -> Failure {
    let id = stream.id ?? ""
    return noOrder(id, near: try history.ids(near: id, at: nil).ids)
  }

  private func noOrder(_ id: String, near: [String]) -> Failure {
    let suggestion = near.isEmpty ? "" : " Similar: \(near.joined(separator: ", "))."
    return Failure(
      .negative, code: OrderRefusal.notFound.code, "There is no order \(id).",
      hint: "Nothing was erased or recorded." + suggestion)
  }

  /// The orders whose creation for the customer was refused, whatever became of them.
  private func refusedOrders(in history: History) throws(Failure) -> [String] {
    guard let customer = customer.map({ Text($0) }), age == nil, statuses.isEmpty else { return [] }
    // The customer of an archived creation that was refused isn't known.
    try history.checkNothingIsArchived(of: nil)
    return try Failure.of { () throws(LogError) in
      var reader = try EntryReader(try history.source.part(of: [.refusal]) ?? history.source)
      var body = DomainBody<Orders>()
      var ids: [String] = []
      while let entry = try reader.next(into: &body) {
        guard !entry.isAccepted, body.isOfDomain, case .create(let fields)? = body.command,
          fields.text(.customer) == customer
        else { continue }
        ids += [StreamName(Text(entry.storage, entry.stream))?.id].compactMap { $0 }
      }
      return ids
    }
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
  /// The same time of the day this many months before; on the month's last day if it is too short.
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
