// The commands that are not decided again, because rules decided them that the domain doesn't have: the log is newer
// than the tool, or older than the first version that is kept.

/// The number of commands that such rules decided, by the version that their entries name.
@usableFromInline package struct UnknownRules: Equatable, Sendable {
  package struct Group: Equatable, Sendable {
    package let version: String
    package fileprivate(set) var commands: Int
  }

  /// The groups, in the order in which they occur first.
  package private(set) var groups: [Group] = []

  @usableFromInline package init() {}

  package var isEmpty: Bool { groups.isEmpty }
  package var commands: Int { groups.reduce(0) { $0 + $1.commands } }

  package mutating func add(_ version: String, commands: Int = 1) {
    if let index = groups.firstIndex(where: { $0.version.hasSameBytes(as: version) }) {
      groups[index].commands += commands
    } else {
      groups.append(Group(version: version, commands: commands))
    }
  }

  /// All of several.
  package init(_ parts: some Sequence<UnknownRules>) {
    for group in parts.flatMap(\.groups) { add(group.version, commands: group.commands) }
  }
}
