// The flags that give the members of described commands their values, a row for each name.

/// A flag of `do` for the members that have one name, whatever commands they are of.
struct MemberFlag {
  let member: String
  let row: FlagRow

  /// The flag, whose texts go to the member.
  var requested: RequestFlag<RecordRequest> {
    let (member, row) = (member, row)
    return RequestFlag(row) { request, invocation in
      if invocation.has(row) { request.members.append((member, row, invocation.texts(row))) }
    }
  }
}

extension HistoryCommands {
  /// The commands that are described, but for the one that `erase` records.
  var describedCommands: [MessageDescription] {
    domains.all.flatMap { ($0 as? any DescribedDecider.Type)?.commands ?? [] }
      .filter { $0.type != "\(ErasureRecord.commandType)" }
  }

  var memberFlags: [MemberFlag] {
    let recording: [RequestFlag<RecordRequest>] = changing(\.change) + Flags.common(Flags.yes)
    let taken = (recording.map(\.row) + globalFlags.map(\.row) + [.help, .version]).map(\.name)
    let uses = describedCommands.flatMap { command in
      command.members.map { (type: command.type, member: $0) }
    }
    var names: [String] = []
    for use in uses where use.member.name.isPlain && !names.contains(use.member.name) {
      names.append(use.member.name)
    }
    return names.map { name in
      let uses = uses.filter { $0.member.name == name }
      let (first, name) = (uses[0].member, taken.contains(name) ? "member-\(name)" : name)
      let (repeats, help) = (uses.contains { $0.member.kind == .texts }, help(on: uses))
      return MemberFlag(
        member: first.name,
        row: repeats
          ? Flag(name, .texts(placeholder: first.placeholder, first.content), help: help).row
          : Flag(name, .text(placeholder: first.placeholder, first.content), help: help).row)
    }
  }

  private func help(on uses: [(type: String, member: MemberDescription)]) -> String {
    var kinds: [String] = []
    for use in uses where !kinds.contains(use.member.kindInWords) {
      kinds.append(use.member.kindInWords)
    }
    let kind = alternatives(kinds)
    let types = uses.map { $0.member.isRequired ? $0.type : "\($0.type) (optional)" }
    return kind.capitalizedFirst
      + ", for \(types.joined(separator: ", "))."
  }

  /// Examples of the described commands, each with its usage and consequences.
  var describedExamples: [Example] {
    let flags = memberFlags
    return describedCommands.map { command in
      let members = command.members.filter(\.isRequired).compactMap { member in
        flags.first { $0.member == member.name }.map {
          "\($0.row.spelling) \(member.placeholder)"
        }
      }
      let events = command.events.joined(separator: ", ")
      return Example(
        (["\(tool) do \(id) \(command.type)"] + members).joined(separator: " "),
        events.isEmpty ? "Record this command." : "Leads to \(events).")
    }
  }
}

extension MemberDescription {
  fileprivate var placeholder: String {
    switch kind {
    case .integer: "N"
    case .boolean: "BOOLEAN"
    case .text, .texts: "TEXT"
    case .objects: "JSON"
    }
  }

  fileprivate var content: Content { kind == .boolean ? .words(["true", "false"]) : .anything }
}

extension String {
  /// Whether shells and the parser take it for the name of a flag.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy {
      0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    } && first != "-"
  }
}
