// The rows of the commands that only read.

import HistoryTool
import Terminal

extension CommandTable {
  static let list = Command(
    "list", summary: "List orders.",
    examples: [
      Example("cleanstore list --status paid", "Orders ready to be shipped."),
      Example("cleanstore list --at 2026-01-31", "The orders as they were at the end of that day."),
      Example("cleanstore list --sort total --reverse -n 10", "The ten largest orders."),
    ],
    flags: Flags.orderFilters
      + [Flags.sort, Flags.reverse, Flags.limit, Flags.offset, Flags.at], isPaged: true)
}
