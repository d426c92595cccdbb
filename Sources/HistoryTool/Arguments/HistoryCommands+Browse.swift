// The row of the command that shows a store on the full screen.

extension HistoryCommands {
  static let browseName = "browse"

  /// - Parameter domain: The part of the browser that only the tool's domain has.
  package func browse(_ domain: any BrowsedDomain) -> ToolCommand {
    ToolCommand(
      Self.browseName,
      summary: "Look around in a store on the full screen, and move through time.",
      discussion: [
        "Shows the list of \(words.plural); from there, \(words.subject), its history, and each entry in full. The "
          + "line at the bottom is the whole history: the arrow keys go back and forth in it, entry by entry, and "
          + "everything is shown as it was then, with what the last step changed. ? shows all keys.",
        domain.changing
          + " Entries that others write appear by themselves. Everything also works without a mouse or colors.",
      ],
      examples: [
        Example("\(tool) browse", "Begin with the list of \(words.plural), now."),
        Example("\(tool) browse --at 2026-01-31", "Begin at the end of that day."),
        Example("\(tool) browse --store bug.jsonl", "Look at a history in a file."),
      ],
      flags: [at(\.at), Flags.noMouse(\.hasNoMouse), RequestFlag(common: actor)],
      request: BrowseFlags(),
      run: { run in { (flags) throws(Failure) in try run.browse(flags, domain) } })
  }
}

extension Flags {
  static let noMouse = Flag(
    "no-mouse", help: "Leave the mouse to the terminal, to select text with it.")
}
