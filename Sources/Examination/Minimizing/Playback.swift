// Plays commands in memory, either as recorded or as decided again: once commands are missing from
// a history, its outcome depends on that.

package enum OutcomeOrigin: Sendable {
  /// Every command is decided again, by the rules that recorded it.
  case rules
  /// Recorded outcomes stay, whatever came before is missing.
  case record
}

package struct Playback<D: InspectableDecider> {
  package let origin: OutcomeOrigin
  package internal(set) var rerun = Rerun<D>()

  package init(_ origin: OutcomeOrigin) { self.origin = origin }

  /// Lets a command take effect. A hypothetical one is always decided.
  mutating func play(_ command: RecordedCommand<D>) -> DecisionOutcome<D> {
    guard origin == .record, let recorded = command.recorded else { return rerun.execute(command) }
    rerun.follow(command, recorded)
    return recorded
  }
}

extension RecordedHistory {
  /// The first command with another outcome now, as a replay finds it: each is decided by the rules that recorded it,
  /// on the state that results from the recorded events. One of rules that the domain doesn't have isn't decided.
  public func firstDivergence() -> Divergence? {
    var rerun = Rerun<D>()
    var ids = UsedIDs()
    for (index, command) in commands.enumerated() {
      guard let recorded = command.recorded else { continue }
      let isNew = command.id.map { ids.insert($0, rerun.number(of: command)) } ?? true
      if let rulesVersion = command.decidingRulesVersion,
        let difference = isNew
          ? recorded.difference(to: rerun.answer(to: command)) : recorded.differenceToRepetition
      {
        return Divergence(
          seq: command.seq, at: command.at, stream: String(command.stream),
          command: "\(D.type(of: command.command))", difference: difference,
          recordedRulesVersion: command.rulesVersion, replayedRulesVersion: rulesVersion,
          compared: index + 1)
      }
      rerun.follow(command, recorded)
    }
    return nil
  }

  /// These commands without the revisions that they expected and found: others are found once commands are left out.
  package var withoutMetExpectations: RecordedHistory {
    RecordedHistory(
      commands.map { command in
        let before = command.rev - (command.recorded?.refusal == nil ? 1 : 0)
        guard command.expect == before, var entry = command.entry else { return command }
        entry["command"]?["expect"] = nil
        return RecordedCommand(entry, rulesVersion: command.rulesVersion) ?? command
      })
  }
}

extension HistoryWriter {
  /// Plays a command and writes its entry with the next number, counted from 1, and the revision that follows from
  /// that; its original number is in its `meta`, as `original-seq`. nil if it wouldn't be recorded.
  package mutating func renumbered<D>(
    _ command: RecordedCommand<D>, in playback: inout Playback<D>
  ) -> String? {
    let verdict = playback.play(command)
    switch verdict {
    case .unchanged, .conflict, .unknown: return nil
    case .accepted, .refused: break
    }
    let line = String(decoding: command.line, as: UTF8.self)
    var entry = (try? JSONValue(parsing: line)) ?? Self.newEntry(command)
    entry["at"] = .string(command.at.description)
    entry["rev"] = .integer(Int64(playback.rerun.revision(of: command.stream)))
    if command.recorded != verdict { Self.put(verdict, into: &entry) }
    var meta = entry["meta"] ?? .object([])
    if meta["original-seq"] == nil { meta["original-seq"] = .string(String(command.seq)) }
    entry["meta"] = meta
    return finish(
      entry, seq: 0,
      rulesVersion: playback.origin == .rules ? command.decidingRulesVersion : command.rulesVersion)
  }
}
