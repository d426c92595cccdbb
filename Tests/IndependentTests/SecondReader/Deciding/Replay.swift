// Every command decided again on the recorded state: the entries whose recorded outcome isn't that of the rules.

struct Replay {
  private(set) var diverging: [Int] = []
  private var history = History()
  /// The ids of commands, by stream.
  private var ids: [Text: Set<Text>] = [:]

  init(of entries: [Entry]) {
    for entry in entries {
      if !isAsRecorded(entry) { diverging.append(entry.seq) }
      history.evolve(with: entry)
    }
  }

  private mutating func isAsRecorded(_ entry: Entry) -> Bool {
    let isNew = entry.command["id"]?.text.map { ids[entry.stream, default: []].insert($0).inserted }
    // An entry decided by rules that aren't there isn't decided again.
    if Rules(named: entry.engine ?? history.engine) == nil { return true }
    // The engine would have answered with the first outcome.
    if isNew == false { return false }
    // The recorded revision counts, also after a gap in a single file.
    let rev = entry.events == nil ? entry.rev : entry.rev - 1
    var decider = Decider(entry)
    switch decider.decide(on: history, rev: rev) {
    case .events(let events):
      return entry.events.map { $0.map(Replay.comparable) == events.map(Replay.comparable) } == true
    case .rejected(let code, let flaws):
      let fields = entry.rejected?["fields"]?.list ?? []
      return entry.rejected?["code"]?.text == code
        && fields.map(Replay.field) == flaws.map { [Text($0.field), $0.code] }
    case .unchanged, .conflict, .unknown, .foreign: return false
    }
  }

  private static func field(_ node: Node) -> [Text] {
    [node["field"]?.text ?? "", node["code"]?.text ?? ""]
  }

  /// An event's type and known keys, in today's form. Where null doesn't remove anything, it says nothing.
  private static func comparable(_ event: Node) -> Node {
    let type = event["type"]?.text ?? ""
    let isOld = type == "order-created.0"
    let keys = Format.eventKeys(of: type).dropFirst()
    return Node(
      type: isOld ? "order-created" : type,
      keys.compactMap { key in
        guard let value = event[key] else { return nil }
        if value.isNull && type != "order-updated" { return nil }
        let list = value.list.map { Node($0.map { Order.known(Order.itemKeys, of: $0) }) }
        return (key, list ?? value)
      })
  }
}
