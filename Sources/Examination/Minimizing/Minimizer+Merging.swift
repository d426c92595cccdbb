// Makes one command of two, without knowing what they mean: two payments become one of their sum.

extension Minimizer {
  /// Leaves out each command whose numbers the next one of its type on its stream can have added to its
  /// own. At most one try, or two with consequences, for each command.
  func mergeCommands() {
    for index in history.commands.indices.reversed() {
      guard let next = nextOfItsType(index), let entry = sum(index, next) else { continue }
      guard keeps(next, entry, merged: index) != nil else { return }
    }
  }

  private func nextOfItsType(_ index: Int) -> Int? {
    let commands = history.commands
    let type = "\(D.type(of: commands[index].command))"
    return commands.indices[(index + 1)...].first {
      commands[$0].stream == commands[index].stream
        && "\(D.type(of: commands[$0].command))" == type
    }
  }

  /// The entry of the later command with the numbers of both; nil if they have none in common.
  private func sum(_ one: Int, _ other: Int) -> JSONValue? {
    let first = history.commands[one].entry?["command"]
    guard var entry = history.commands[other].entry, !history.commands[other].isErased,
      var command = entry["command"], case .object(let members)? = first
    else { return nil }
    var isChanged = false
    for member in members where member.key != "expect" {
      guard case .integer(let addend) = member.value, let own = command[member.key]?.integer else {
        continue
      }
      let (sum, isTooLarge) = own.addingReportingOverflow(addend)
      if isTooLarge { return nil }
      command[member.key] = .integer(sum)
      isChanged = true
    }
    entry["command"] = command
    return isChanged ? entry : nil
  }
}
