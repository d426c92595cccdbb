// The lines of `replay --outcomes`: every command decided on the outcomes of those before.

struct Outcomes {
  private(set) var lines: [[UInt8]] = []
  private var history = History()
  /// The streams of which nothing is known any more, and why.
  private var unknown: [Text: Outcome] = [:]

  init(of entries: [Entry]) {
    for entry in entries { decide(entry) }
    for stream in history.revs.keys.sorted() {
      var line: [(Text, Node)] = [
        ("stream", Node(stream)), ("rev", Node(history.revs[stream] ?? 0)),
      ]
      if unknown[stream] != nil {
        line[1] = ("unknown", Node(value: .flag(true)))
      } else if let state = state(of: stream) {
        line.append(("state", state))
      }
      lines.append(Node(line).canonical)
    }
  }

  private mutating func decide(_ entry: Entry) {
    var decider = Decider(entry)
    let outcome =
      unknown[entry.stream] ?? decider.decide(on: history, rev: history.revs[entry.stream] ?? 0)
    var line: [(Text, Node)] = [
      ("seq", Node(entry.seq)), ("stream", Node(entry.stream)), ("command", Node(decider.type)),
    ]
    var decided = entry
    decided.events = nil
    decided.rev = history.revs[entry.stream] ?? 0
    switch outcome {
    case .events(let events):
      line.append(("events", Node(events)))
      decided.events = events
      decided.rev += 1
    case .rejected(let code, let flaws):
      let fields = flaws.isEmpty ? [] : [("fields" as Text, Node(flaws.map(\.json)))]
      line.append(("rejected", Node([("code", Node(code))] + fields)))
    case .unchanged: line.append(("unchanged", Node(value: .flag(true))))
    case .unknown:
      line.append(("unknown", Node(value: .flag(true))))
      unknown[entry.stream] = outcome
    case .foreign(let rules):
      line += [("unknown", Node(value: .flag(true))), ("rules", Node(rules))]
      unknown[entry.stream] = outcome
    case .conflict(let actual):
      line.append(("conflict", Node([("actual", Node(actual))])))
    }
    history.evolve(with: decided)
    lines.append(Node(line).canonical)
  }

  private func state(of stream: Text) -> Node? {
    if stream == "catalog" {
      return Node([("methods", Node(history.catalog.methods.map(\.json)))])
    }
    return history.orders.values.first { Text("order/\($0.id)") == stream }?.state
  }
}

extension Catalog.Method {
  var json: Node {
    let retired = isRetired ? [("retired" as Text, Node(value: .flag(true)))] : []
    return Node([("code", Node(code)), ("name", Node(name))] + retired)
  }
}
