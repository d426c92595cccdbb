// Replaces a command, or two with one, and computes the consequences: its outcome, and that later commands repeat a
// number that its events now have differently, as a payment repeats a total.

struct EntryChange<D: InspectableDecider> {
  let history: [RecordedCommand<D>]
  let index: Int
  let entry: JSONValue
  let origin: OutcomeOrigin
  /// The place of an earlier command that is left out, because the changed one has its effect, too.
  var merged: Int?
  /// Whether later commands were changed, too.
  private(set) var hasFollowedUp = false

  /// The commands; nil if the entry can't be read, or must not be changed.
  ///
  /// - Parameter followingUp: Whether later commands of the stream repeat the new numbers of events
  ///   where they repeated the old ones.
  mutating func commands(followingUp: Bool) -> [RecordedCommand<D>]? {
    var (before, after) = (Playback<D>(origin), Playback<D>(origin))
    var commands = history
    var numbers: [Int64: Int64] = [:]
    let start = merged ?? index
    // Streams don't depend on one another.
    for place in commands.indices where history[place].stream == history[index].stream {
      let old = commands[place]
      if place == merged {
        _ = before.play(old)
        continue
      }
      guard place >= start else {
        _ = before.play(old)
        _ = after.play(old)
        continue
      }
      let isFirst = place == index
      let agrees = origin == .rules || before.rerun.agrees(with: old)
      if let changed = isFirst ? entry : followingUp ? followUp(old, numbers) : nil {
        guard agrees, let new = read(changed, old, &after) else {
          return isFirst ? nil : without(merged, commands)
        }
        commands[place] = new
        hasFollowedUp = hasFollowedUp || !isFirst
      } else if agrees {
        commands[place] = decidedAgain(old, &after)
      }
      note(before.play(old), after.play(commands[place]), &numbers)
    }
    return without(merged, commands)
  }

  private func without(_ place: Int?, _ commands: [RecordedCommand<D>]) -> [RecordedCommand<D>] {
    guard let place else { return commands }
    return Array(commands[..<place] + commands[(place + 1)...])
  }

  private func followUp(_ command: RecordedCommand<D>, _ numbers: [Int64: Int64]) -> JSONValue? {
    guard !numbers.isEmpty, !command.isErased, var entry = command.entry,
      let asked = entry["command"]
    else { return nil }
    let changed = asked.replacing(numbers)
    guard changed != asked else { return nil }
    entry["command"] = changed
    return entry
  }

  /// Reads a changed entry. Where outcomes are recorded, it gets that of the rules.
  private func read(
    _ entry: JSONValue, _ old: RecordedCommand<D>, _ after: inout Playback<D>
  ) -> RecordedCommand<D>? {
    guard let new = RecordedCommand<D>(entry, rulesVersion: old.rulesVersion) else { return nil }
    if origin == .rules { return new }
    return record(after.rerun.judge(new), in: entry, by: old.rulesVersion)
  }

  /// A command that was recorded as its rules decide still has their outcome after a change
  /// before it. One that they decide differently is what the search is for: it stays.
  private func decidedAgain(_ old: RecordedCommand<D>, _ after: inout Playback<D>)
    -> RecordedCommand<D>
  {
    guard origin == .record, !old.isErased else { return old }
    let verdict = after.rerun.judge(old)
    guard verdict != old.recorded, let entry = old.entry else { return old }
    return record(verdict, in: entry, by: old.rulesVersion) ?? old
  }

  private func record(
    _ verdict: DecisionOutcome<D>, in entry: JSONValue, by rulesVersion: String?
  ) -> RecordedCommand<D>? {
    switch verdict {
    case .unchanged, .conflict, .unknown: return nil
    case .accepted, .refused: break
    }
    var entry = entry
    HistoryWriter.put(verdict, into: &entry)
    return RecordedCommand(entry, rulesVersion: rulesVersion)
  }

  /// Records which numbers of events have changed.
  private func note(
    _ old: DecisionOutcome<D>, _ new: DecisionOutcome<D>, _ numbers: inout [Int64: Int64]
  ) {
    let kinds = FieldKinds(of: D.schema, andAmounts: [])
    for (one, other) in zip(old.events, new.events) {
      let differences = FieldTree(D.tree(of: one))
        .differences(to: FieldTree(D.tree(of: other)), of: kinds, in: CurrencyPair())
      for difference in differences {
        if let was = difference.old?.integer, let now = difference.new?.integer {
          numbers[was] = now
        }
      }
    }
  }
}

extension Rerun {
  /// Whether the rules that recorded a command decide it as recorded.
  fileprivate mutating func agrees(with command: RecordedCommand<D>) -> Bool {
    judge(command) == command.recorded
  }
}

extension RecordedCommand {
  /// Its entry as a tree, without what only a store's line has; nil if it is hypothetical.
  var entry: JSONValue? {
    var entry = try? JSONValue(parsing: String(decoding: line, as: UTF8.self))
    for member in EntryMember.allCases where member.isOfStoreOnly { entry?[member.key] = nil }
    return entry
  }

  /// This command in its own bytes, so that it doesn't keep a chunk of a log alive.
  var compacted: RecordedCommand {
    entry.flatMap { RecordedCommand($0, rulesVersion: rulesVersion) } ?? self
  }

  /// Reads an entry that was changed; nil if it makes no sense.
  init?(_ entry: JSONValue, rulesVersion: String?) {
    var writer = JSONWriter(capacity: 512)
    writer.value(entry)
    var body = DomainBody<D>()
    guard var reader = try? EntryReader(InMemoryHistory(writer.storage(), name: "")),
      let read = try? reader.next(into: &body)
    else { return nil }
    self.init(read, body, rulesVersion: rulesVersion)
  }
}
