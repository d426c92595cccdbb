// Puts another command in the place of one, and works out what follows: what comes of it, and that
// later commands repeat a number that its events now say otherwise, as a payment does with a total.

import EventSourcing
import JSONLines

/// A history in which one entry is another one.
struct EntryChange<D: ExaminedDecider> {
  private let history: [RecordedCommand<D>]
  private let index: Int
  private let entry: JSONValue
  private let origin: OutcomeOrigin
  /// Whether later commands were changed, too.
  private(set) var hasFollowedUp = false

  init(
    _ history: [RecordedCommand<D>], _ index: Int, _ entry: JSONValue, _ origin: OutcomeOrigin
  ) {
    self.history = history
    self.index = index
    self.entry = entry
    self.origin = origin
  }

  /// The commands; nil if the entry can't be read, or must not be changed.
  ///
  /// - Parameter followingUp: Whether later commands of the stream repeat the new numbers of events
  ///   where they repeated the old ones.
  mutating func commands(followingUp: Bool) -> [RecordedCommand<D>]? {
    var (before, after) = (Playback<D>(origin), Playback<D>(origin))
    var commands = history
    var numbers: [Int64: Int64] = [:]
    // Streams don't look at one another.
    for place in commands.indices where history[place].stream == history[index].stream {
      let old = commands[place]
      guard place >= index else {
        _ = before.play(old)
        _ = after.play(old)
        continue
      }
      let isFirst = place == index
      let agrees = origin == .rules || before.rerun.agrees(with: old)
      if let changed = isFirst ? entry : followingUp ? followUp(old, numbers) : nil {
        guard agrees, let new = read(changed, old, &after) else { return isFirst ? nil : commands }
        commands[place] = new
        hasFollowedUp = hasFollowedUp || !isFirst
      } else if agrees {
        commands[place] = decidedAgain(old, &after)
      }
      note(before.play(old), after.play(commands[place]), &numbers)
    }
    return commands
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

  /// Reads a changed entry. Where outcomes are recorded, it gets today's.
  private func read(
    _ entry: JSONValue, _ old: RecordedCommand<D>, _ after: inout Playback<D>
  ) -> RecordedCommand<D>? {
    guard let new = RecordedCommand<D>(entry, engine: old.engine) else { return nil }
    if origin == .rules { return new }
    return record(after.rerun.judge(new), in: entry)
  }

  /// A command on whose record today's rules agreed still has their outcome, now that what came
  /// before it is another thing. What they don't agree on is what somebody wants to see: it stays.
  private func decidedAgain(_ old: RecordedCommand<D>, _ after: inout Playback<D>)
    -> RecordedCommand<D>
  {
    guard origin == .record, !old.isErased else { return old }
    let verdict = after.rerun.judge(old)
    guard verdict != old.recorded, let entry = old.entry else { return old }
    return record(verdict, in: entry) ?? old
  }

  private func record(_ verdict: Verdict<D>, in entry: JSONValue) -> RecordedCommand<D>? {
    switch verdict {
    case .unchanged, .conflict: return nil
    case .accepted, .refused: break
    }
    var entry = entry
    HistoryWriter.put(verdict, into: &entry)
    return RecordedCommand(entry, engine: D.version)
  }

  /// Which numbers of events are others now.
  private func note(_ old: Verdict<D>, _ new: Verdict<D>, _ numbers: inout [Int64: Int64]) {
    for (one, other) in zip(old.events, new.events) {
      let differences = FieldTree(D.tree(of: one)).differences(to: FieldTree(D.tree(of: other)))
      for difference in differences {
        if let was = difference.old?.integer, let now = difference.new?.integer {
          numbers[was] = now
        }
      }
    }
  }
}

extension Rerun {
  /// Whether today's rules say of a command what is recorded.
  fileprivate mutating func agrees(with command: RecordedCommand<D>) -> Bool {
    judge(command) == command.recorded
  }
}

extension RecordedCommand {
  /// Its entry as a tree, without what only a store's line has; nil if it was thought up.
  var entry: JSONValue? {
    var entry = try? JSONValue(parsing: String(decoding: line, as: UTF8.self))
    for member in EntryMember.allCases where member.isOfStoreOnly { entry?[member.key] = nil }
    return entry
  }

  /// The same command in bytes of its own, so that it doesn't hold on to a chunk of a log.
  var compacted: RecordedCommand { entry.flatMap { RecordedCommand($0, engine: engine) } ?? self }

  /// Reads an entry that was changed; nil if it makes no sense.
  init?(_ entry: JSONValue, engine: String?) {
    var writer = JSONWriter(capacity: 512)
    writer.value(entry)
    var body = DomainBody<D>(readsCommands: true)
    guard var reader = try? EntryReader(HistorySource(writer.storage(), name: "")),
      let read = try? reader.next(into: &body)
    else { return nil }
    self.init(read, body, engine: engine)
  }
}
