// The rows of the commands that move a log's first entries to another folder, and back.

import HistoryScenes
import HistoryTool
import Terminal

extension ToolCommand {
  static let archive = ToolCommand(
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
    flags: [
      Flags.archivedBefore(\.before), Flags.archiveFolder(\.folder),
      RequestFlag(common: Flags.lockTimeout),
    ], request: ArchiveFlags(), run: CommandRun.archiveEntries)

  static let restore = ToolCommand(
    "restore", summary: "Bring archived entries back into the log.",
    discussion: [
      "Copies the segments back that `cleanstore archive` has moved away, if they are as they were, and then reads the "
        + "whole log. The copies stay where they are, and `cleanstore erase` goes on listing the folder. If base.jsonl "
        + "can't be read, --from says where the segments are.",
      "base.jsonl is compared with what the entries lead to. If its hashes aren't theirs, one of both was "
        + "changed: then nothing is restored, and the exit code is 65. A checkpoint that was kept elsewhere "
        + "(--checkpoint) tells which; --force restores the entries all the same. If the hashes agree and an "
        + "order differs, base.jsonl was changed: the entries are restored, the exit code is 1, and "
        + "`cleanstore replay` shows what would be decided differently. A base.jsonl that says something else "
        + "than the entries is kept in the quarantine.",
    ],
    examples: [
      Example("cleanstore restore", "Bring back what was archived."),
      Example("cleanstore restore --from /elsewhere/shop", "From where the folder is now."),
      Example(
        "cleanstore restore --checkpoint today --public-key log.vkey",
        "Also whether the entries are those that were signed."),
    ],
    flags: [Flags.movedArchive(\.folders), Flags.forceRestore(\.isForced)]
      + Flags.signedEvidence(\.evidence) + Flags.common(Flags.lockTimeout),
    exclusive: Flags.exclusiveEvidence, request: RestoreFlags(), run: CommandRun.restoreEntries)
}

extension Flags {
  static let archivedBefore = Flag(
    "before", .text(placeholder: "POSITION", Operands.positions),
    help: "Which entries to archive: those before it. A day means its beginning.")
  static let archiveFolder = Flag(
    "to", .text(placeholder: "DIR", .folder),
    help: "Where to: a folder that doesn't exist yet, is empty, or has what was archived last.")
  static let forceRestore = Flag(
    "force", help: "Restore entries whose hashes aren't those of base.jsonl.")
  static let movedArchive = Flag(
    "from", .texts(placeholder: "DIR", .folder),
    help: "Where to look first for the archived entries, if the folder was moved.")
}
