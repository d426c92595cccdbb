// Notes on commands that were decided by rules that the tool doesn't have.

extension UnknownRules {
  /// Notes for people, a sentence for each version.
  package var notes: [String] {
    groups.map { group in
      "\(counted(group.commands, "command")) \(group.commands == 1 ? "was" : "were") decided by rules "
        + "\(group.version.unmistakable), which this version doesn't have."
    }
  }

  /// A text in place of an outcome that depends on such rules.
  static func unknownOutcome(by version: String) -> String {
    "not known: it depends on rules \(version.unmistakable), which this version doesn't have"
  }
}

extension UnknownRules.Group: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("rules", version)
    object.member("commands", commands)
  }
}

extension JSONWriter {
  /// The number of commands that such rules decided, by version, under `unknownRules`, if there are any.
  package mutating func unknownRules(_ rules: UnknownRules) {
    if !rules.isEmpty { member("unknownRules", rules.groups) }
  }
}
