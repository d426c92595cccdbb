// Simplifies commands without knowing what they mean: a command is changed as JSON and read again
// as if the log had it in that form.

extension Minimizer {
  /// The attempts that are made once no command can be left out, in this order.
  var simplifications: [(stage: MinimizingStage, simplify: () -> Void)] {
    [(.fields, simplifyFields), (.times, simplifyTimes)]
  }

  /// Leaves out fields and elements, and makes numbers and texts smaller, command by command.
  private func simplifyFields() {
    for index in history.commands.indices where !history.commands[index].isErased {
      guard let entry = history.commands[index].entry else { continue }
      for part in [JSONPath(["command"]), JSONPath(["personal"])] where entry[part] != nil {
        leaveOutMembers(index, part)
        makeSmaller(index, part)
      }
    }
  }

  /// Leaves out members of objects and elements of lists, the outermost first.
  private func leaveOutMembers(_ index: Int, _ path: JSONPath) {
    guard let value = history.commands[index].entry?[path] else { return }
    switch value {
    case .object(let members):
      // Without these it would be no command, or no personal block.
      let fixed = path.keys.count == 1 ? members.filter { ["type", "salt"].contains($0.key) } : []
      let kept = minimized(members.filter { !fixed.contains($0) }) {
        keeps(index, path, .object(fixed + $0))
      }
      for member in kept { leaveOutMembers(index, path.appending(member.key)) }
    case .array(let elements):
      let kept = minimized(elements) { keeps(index, path, .array($0)) }
      for place in kept.indices { leaveOutMembers(index, path.appending(String(place))) }
    case .null, .boolean, .integer, .string: break
    }
  }

  /// Makes numbers smaller and texts shorter, at any depth.
  private func makeSmaller(_ index: Int, _ path: JSONPath) {
    guard let value = history.commands[index].entry?[path] else { return }
    switch value {
    case .object(let members):
      for member in members where !["type", "salt"].contains(member.key) || path.keys.count > 1 {
        makeSmaller(index, path.appending(member.key))
      }
    case .array(let elements):
      for place in elements.indices { makeSmaller(index, path.appending(String(place))) }
    case .integer(let number):
      _ = minimized(number) { keeps(index, path, .integer($0)) }
    case .string(let text):
      _ = minimized(Array(text.unicodeScalars)) { scalars in
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return keeps(index, path, .string(String(text)))
      }
    case .null, .boolean: break
    }
  }

  /// Whether the history still shows it with another value at a place of an entry.
  private func keeps(_ index: Int, _ path: JSONPath, _ value: JSONValue) -> Bool? {
    guard var entry = history.commands[index].entry else { return false }
    entry[path] = value
    return keeps(index, entry)
  }

  /// Whether the history still shows it with one entry replaced: preferably with the consequences
  /// for later entries, otherwise without.
  ///
  /// - Parameter merged: An earlier command that is left out.
  func keeps(_ index: Int, _ entry: JSONValue, merged: Int? = nil) -> Bool? {
    // The consequences of every other change would take long to compute.
    guard end == .complete else { return nil }
    var change = EntryChange(
      history: history.commands, index: index, entry: entry, origin: origin, merged: merged)
    guard let commands = change.commands(followingUp: true) else { return false }
    guard let isKept = keeps(commands) else { return nil }
    if isKept || !change.hasFollowedUp { return isKept }
    guard let commands = change.commands(followingUp: false) else { return false }
    return keeps(commands)
  }

  /// Brings times together: that of the command before if possible, else a round one.
  private func simplifyTimes() {
    for index in history.commands.indices {
      let at = history.commands[index].at
      let before = index > 0 ? history.commands[index - 1].at : nil
      for time in [before].compactMap({ $0 }) + at.rounder where time < at {
        if let before, time < before { continue }
        guard var entry = history.commands[index].entry else { break }
        entry["at"] = .string(time.description)
        guard let isKept = keeps(index, entry) else { return }
        if isKept { break }
      }
    }
  }
}

extension Timestamp {
  /// The beginnings of this moment's day, hour, minute and second.
  fileprivate var rounder: [Timestamp] {
    [86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000].map { (unit: Int64) in
      Timestamp(microseconds: microseconds - (microseconds % unit + unit) % unit)
    }
  }
}
