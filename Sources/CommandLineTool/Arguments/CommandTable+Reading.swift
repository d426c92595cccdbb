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

  static let show = Command(
    "show", summary: "Show an order, now or at a past moment, or an entry of the log.",
    examples: [
      Example("cleanstore show 1001", "The order now."),
      Example("cleanstore show 1001@2", "The order at revision 2."),
      Example("cleanstore show 1001 --at 2026-01-31", "The order at the end of that day."),
      Example("cleanstore show @7", "Entry 7: the command, its outcome, and what it changed."),
    ],
    operands: [Operands.orderOrEntry], flags: [Flags.at], isPaged: true)
}
