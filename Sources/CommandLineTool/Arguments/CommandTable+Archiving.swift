// The rows of the commands that move a log's first entries to another folder, and back.

import HistoryTool
import Terminal

extension CommandTable {
  static let archive = Command(
    "archive", summary: "Move the log's first entries to another folder.",
    discussion: [
      "Moves the sealed segments of the log whose entries all come before a position. They are copied, the copies "
        + "are read, and only then they are removed. What they have led to stays in the store, in base.jsonl: every "
        + "order and its revision, the ids of commands, the numbers that are taken, and the tree's hashes. So the "
        + "store answers as before about its orders now, and can be written to.",
      "What only the archived entries can tell is refused, and it says where they are: the orders as they were then, "
        + "log, blame and explain of what was recorded then, proofs of it, and what takes the whole log: audit, check, "
        + "find, watch, step, bisect, extract, minimize, what-if and erase --customer. Look at the folder itself with --store, or "
        + "bring them back with `cleanstore restore`. The same folder can take what is archived later.",
      "Personal data of orders that have archived entries can't be erased before these are restored. The folder is "
        + "only read: commands that write to it are refused.",
    ],
    examples: [
      Example(
        "cleanstore archive --before 2026-01-01 --to /archive/shop",
        "Move what is older than 2026, in whole segments."),
      Example("cleanstore log --store /archive/shop 1001", "Look at what is archived."),
    ],
    flags: [Flags.archivedBefore, Flags.archiveFolder, Flags.lockTimeout])

  static let restore = Command(
    "restore", summary: "Bring archived entries back into the log.",
    discussion: [
      "Copies the segments back that `cleanstore archive` has moved away, if they are as they were, and then reads the "
        + "whole log. The orders in base.jsonl are compared with what the entries lead to: if anything differs, "
        + "somebody has changed the file, the exit code is 1, and `cleanstore replay` shows what would be "
        + "decided differently. If base.jsonl can't be read, --from says where the segments are. The copies stay where "
        + "they are, and `cleanstore erase` goes on listing the folder."
    ],
    examples: [
      Example("cleanstore restore", "Bring back what was archived."),
      Example("cleanstore restore --from /elsewhere/shop", "From where the folder is now."),
    ],
    flags: [Flags.movedArchive, Flags.lockTimeout])
}

extension Flags {
  static let archivedBefore = Flag(
    "before", .text(placeholder: "POSITION", Operands.positions),
    help: "Which entries to archive: those before it. A day means its beginning.")
  static let archiveFolder = Flag(
    "to", .text(placeholder: "DIR", .folder),
    help: "Where to: a folder that doesn't exist yet, is empty, or has what was archived last.")
  static let movedArchive = Flag(
    "from", .text(placeholder: "DIR", .folder), repeats: true,
    help: "Where to look first for the archived entries, if the folder was moved.")
}
