// Selects the orders that were ever about one customer, for disclosing them.

package struct OrdersOfCustomer: StreamSelection {
  private let customer: Text

  package init(_ customer: String) { self.customer = Text(customer) }

  /// Also deleted orders, and those whose creation was refused. Orders for which a command names another customer, even a
  /// refused one, are only named: what they have may be about that one.
  package func streams(in history: History) throws(Failure) -> SelectedStreams {
    try Failure.of { () throws(LogError) in
      try history.source.requireWhole()
      var named: [StreamName] = []
      try eachNaming(in: history.source) { stream, name in
        if name == customer { named.append(stream) }
      }
      let all = SelectedStreams(named).streams
      let candidates = Set(all)
      var others: Set<StreamName> = []
      try eachNaming(in: history.source) { stream, name in
        if name != customer, candidates.contains(stream) { others.insert(stream) }
      }
      var selected = SelectedStreams(all.filter { !others.contains($0) })
      selected.others = all.filter(others.contains).compactMap(\.id)
      selected.titleOfOthers =
        "Orders that have commands about another customer, too, and aren't included: look at them yourself."
      return selected
    }
  }

  /// Passes on each command that names an order's customer.
  private func eachNaming(
    in source: any EntrySource, _ body: (StreamName, Text) -> Void
  ) throws(LogError) {
    var reader = try EntryReader(source)
    var decoded = DomainBody<Orders>()
    while let entry = try reader.next(into: &decoded) {
      guard decoded.isOfDomain else { continue }
      switch decoded.command {
      case .create(let fields)?, .update(let fields)?:
        guard let name = fields.text(.customer),
          let stream = StreamName(Text(entry.storage, entry.stream))
        else { continue }
        body(stream, name)
      default: break
      }
    }
  }
}
