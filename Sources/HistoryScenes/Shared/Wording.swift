// Wordings that several presenters share.

extension TornTail {
  /// The note of a reader that stops before a torn tail.
  package var warning: String {
    "\(place): the log ends with an incomplete entry (\(count) bytes); everything before it is "
      + "shown."
  }
}

extension Place {
  /// The place for programs: with the byte in the file.
  var inBytes: String { "\(file):\(line):\(byte)" }
}

extension LogError {
  /// The place and the sentence, as programs get them.
  var inBytes: String { place.map { "\($0.inBytes): \(message)" } ?? message }
}

package func entryCount(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

/// The name of the tool that runs, for hints that name its commands.
package enum ToolName {
  /// Set for a whole run of a tool; scenes know no tool, because they belong to none.
  @TaskLocal package static var current = "cleanstore"

  /// The variable of the environment that says something to it: `CLEANSTORE_STORE`.
  package static func variable(_ what: String, of tool: String = current) -> String {
    tool.uppercased().map { $0 == "-" ? "_" : $0 } + "_" + what
  }
}

/// The arguments of this tool as a line for a shell.
package func commandLineText(_ arguments: [String]) -> String {
  shellLine([ToolName.current] + arguments)
}
