// The row of the command that shows a store on the full screen.

import HistoryScenes
import HistoryTool
import Terminal

extension ToolCommand {
  static let browse = ToolCommand(
    "browse", summary: "Look around in a store on the full screen, and move through time.",
    discussion: [
      "Shows the list of orders; from there, an order, its history, and each entry in full. The line at the "
        + "bottom is the whole history: the arrow keys go back and forth in it, entry by entry, and everything is "
        + "shown as it was then, with what the last step changed. ? shows all keys.",
      "At the latest entry, orders can be created, edited, paid and so on, by the same commands as elsewhere. "
        + "Entries that others write appear by themselves. Everything also works without a mouse or colors.",
    ],
    examples: [
      Example("cleanstore browse", "Begin with the list of orders, now."),
      Example("cleanstore browse --at 2026-01-31", "Begin at the end of that day."),
      Example("cleanstore browse --store bug.jsonl", "Look at a history in a file."),
    ],
    flags: [Flags.at(\.at), Flags.noMouse(\.hasNoMouse), RequestFlag(common: Flags.actor)],
    request: BrowseFlags(), run: CommandRun.browse)
}

extension Flags {
  static let noMouse = Flag(
    "no-mouse", help: "Leave the mouse to the terminal, to select text with it.")
}
