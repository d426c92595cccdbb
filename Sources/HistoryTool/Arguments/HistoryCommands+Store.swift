// The rows of the commands that copy, archive and repair a store.

extension HistoryCommands {
  package var backup: ToolCommand {
    ToolCommand(
      "backup", summary: "Copy the store to a folder, or what has changed since the last time.",
      discussion: [
        "The copy is a store of its own, at every moment, even if this is interrupted. Others may write to "
          + "the store meanwhile. Only segments of the log that are new or were changed are copied; what is "
          + "copied is checked first, so that damage never replaces a good copy. Then every byte of the "
          + "copy is read. The quarantine isn't copied. Entries that were archived since are removed from the "
          + "copy if the archive has them. Files are replaced by new ones, so that generations of the copy can "
          + "share what is unchanged (cp -al).",
        "To restore, copy the folder to where the store was (cp -Rp), or use it with --store. Don't write to "
          + "the backup itself: a backup with entries that the store doesn't have is refused.",
      ],
      examples: [
        Example("\(tool) backup /backups/\(folder)", "Copy the store, or what has changed."),
        Example(
          "\(tool) verify --store /backups/\(folder)", "Look whether a backup is still good."),
      ],
      operands: [Operands.backup(\.self)], flags: Flags.common(Flags.lockTimeout), request: "",
      run: CommandRun.backUpStore)
  }

  package var copy: ToolCommand {
    ToolCommand(
      "copy", summary: "Copy a store between folders and servers, or what was appended since.",
      discussion: [
        "Every line is copied as it is. So the copy is a store of its own, with the same id, checkpoints and proofs, and "
          + "copying it back gives the same bytes. A place without a store gets one. If there is one, it must be a copy of "
          + "the same store: it is continued after its last entry, if the store has that entry, too. Personal data that was "
          + "erased in the store since is erased in the copy. This may be interrupted at any time, and run again.",
        "Don't write to a copy: then it can't be continued. To move to another place, stop all writers, copy, and use the "
          + "copy from then on.",
      ],
      examples: [
        Example("\(tool) copy \(folder) postgres://db.example.com/\(folder)", "Move to a server."),
        Example(
          "\(tool) copy postgres://db.example.com/\(folder) /mirrors/\(folder)",
          "A copy for heavy questions."),
        Example(
          "\(tool) copy --follow postgres://db.example.com/\(folder) /mirrors/\(folder)",
          "Keep it up to date."),
      ],
      operands: [Operands.copied(\.request.source), Operands.copy(\.request.target)],
      flags: [Flags.followStore(\.request.follows), Flags.plain(\.dialect, .plain)]
        + Flags.common(Flags.lockTimeout),
      request: CopyFlags(), run: CommandRun.copyStore)
  }

  package var cache: ToolCommand {
    ToolCommand(
      "cache", summary: "Show, check, rebuild or remove what makes commands fast on a long log.",
      discussion: [
        "A long log has an index and snapshots beside each of its segments: where the entries of each "
          + "\(words.noun) are, and how the \(words.plural) were at the segment's end. Commands build them when they first "
          + "need them. All of it follows from the log, so it can be removed at any time, also by hand. What "
          + "was damaged is built again by the next command that uses it, with a note.",
        "status says what each segment has: current, absent, stale (of a file that was replaced since), "
          + "damaged, or short, where there is so little that it is read instead. rebuild builds all of it "
          + "again. verify reads the log and compares everything with it; if something differs, the exit "
          + "code is 1. clear removes it.",
      ],
      examples: [
        Example("\(tool) cache", "Show what each segment has."),
        Example("\(tool) cache verify", "Look whether it was changed."),
      ],
      operands: [Operands.cacheAction(\.self)], request: CacheAction.usual,
      run: CommandRun.manageCache)
  }

  package var recover: ToolCommand {
    ToolCommand(
      "recover", summary: "Make a damaged store writable again, without destroying anything.",
      discussion: [
        "Moves everything from the first bad line on to the store's quarantine folder, with a "
          + "report; the good entries before it stay. Good lines after it are moved, too: their "
          + "\(words.plural) disappear from the log, and new \(words.plural) may get their numbers. If you have a copy "
          + "of the damaged file, restore it instead.",
        "A store.json that is lost or damaged is written again: each segment says which store it is of. Its time of "
          + "creation is then that of the first entry. It is an archive's, which is only read, if the last segment "
          + "can't be written to. If something else has changed that, set it right with chmod (u+w for a store, a-w "
          + "for an archive), remove store.json, and recover it again.",
        "It first shows what it would do, as --dry-run does, with the \(words.plural) that lose entries, and asks. If the "
          + "answer is no, nothing is changed, and the exit code is 1. Without a terminal, it takes --yes.",
      ],
      examples: [
        Example("\(tool) recover --dry-run", "Which \(words.plural) would lose entries?"),
        Example("\(tool) recover --yes", "Recover without a question."),
      ],
      flags: [wouldRecover(\.isDryRun), Flags.yes(\.isAgreed)] + Flags.common(Flags.lockTimeout),
      request: RecoverFlags(), run: CommandRun.recoverStore)
  }

  package var archive: ToolCommand {
    ToolCommand(
      "archive", summary: "Move the log's first entries to another folder.",
      discussion: [
        "Moves the sealed segments of the log whose entries all come before a position. They are copied, the copies "
          + "are read, and only then they are removed. What they have led to stays in the store, in base.jsonl: every "
          + "\(words.noun) and its revision, the ids of commands, the numbers that are taken, and the tree's hashes. So the "
          + "store answers as before about its \(words.plural) now, and can be written to.",
        "What only the archived entries can tell is refused, and it says where they are: the \(words.plural) as they were then, "
          + "log, blame and explain of what was recorded then, proofs of it, and what takes the whole log: audit, check, "
          + "find, watch, step, bisect, extract, minimize\(examples.passages[.archive] ?? " and what-if"). Look at the folder "
          + "itself with --store, or bring them back with `\(tool) restore`. The same folder can take what is archived later.",
        (erasing.isEmpty
          ? ""
          : "Personal data of \(words.plural) that have archived entries can't be erased before these are restored. ")
          + "The folder is only read: commands that write to it are refused.",
      ],
      examples: [
        Example(
          "\(tool) archive --before 2026-01-01 --to /archive/\(folder)",
          "Move what is older than 2026, in whole segments."),
        Example("\(tool) log --store /archive/\(folder) \(id)", "Look at what is archived."),
      ],
      flags: [Flags.archivedBefore(\.before), Flags.archiveFolder(\.folder)]
        + Flags.common(Flags.lockTimeout),
      request: ArchiveFlags(), run: CommandRun.archiveEntries)
  }

  package var restore: ToolCommand {
    let listing = erasing.isEmpty ? "" : ", and `\(tool) erase` goes on listing the folder"
    return ToolCommand(
      "restore", summary: "Bring archived entries back into the log.",
      discussion: [
        "Copies the segments back that `\(tool) archive` has moved away, if they are as they were, and then reads the "
          + "whole log. The copies stay where they are\(listing). If base.jsonl "
          + "can't be read, --from says where the segments are.",
        "base.jsonl is compared with what the entries lead to. If its hashes aren't theirs, one of both was "
          + "changed: then nothing is restored, and the exit code is 65. A checkpoint that was kept elsewhere "
          + "(--checkpoint) tells which; --force restores the entries all the same. If the hashes agree and \(words.article) "
          + "\(words.noun) differs, base.jsonl was changed: the entries are restored, the exit code is 1, and "
          + "`\(tool) replay` shows what would be decided differently. A base.jsonl that says something else "
          + "than the entries is kept in the quarantine.",
      ],
      examples: [
        Example("\(tool) restore", "Bring back what was archived."),
        Example("\(tool) restore --from /elsewhere/\(folder)", "From where the folder is now."),
        Example(
          "\(tool) restore --checkpoint today --public-key log.vkey",
          "Also whether the entries are those that were signed."),
      ],
      flags: [Flags.movedArchive(\.request.folders), Flags.forceRestore(\.request.isForced)]
        + Flags.signedEvidence(\.evidence) + Flags.common(Flags.lockTimeout),
      exclusive: Flags.exclusiveEvidence, request: RestoreFlags(),
      run: CommandRun.restoreEntries)
  }
}

extension HistoryCommands {
  /// Whether the states of all domains have a form in archives.
  var canArchive: Bool { domains.all.allSatisfy { $0.canArchive } }

  /// The name of a folder, in examples.
  var folder: String { examples.passages[.folder] ?? words.plural }

  private var wouldRecover: Flag<Bool> {
    Flag(
      "dry-run",
      help:
        "Change nothing; show what would be kept and moved, and which \(words.plural) have entries there."
    )
  }
}

extension HistoryDomain {
  fileprivate static var canArchive: Bool {
    var writer = JSONWriter()
    return writeArchived(initial, to: &writer)
  }
}

extension Operands {
  static let cacheAction = Operand(
    "ACTION", optional: CacheAction.self,
    help:
      "What to do: \(alternatives(CacheAction.words)); \(CacheAction.usual.rawValue) by default.")
  static let backup = Operand(
    "DIR", .required, .folder,
    help: "Where the copy is: a folder that doesn't exist yet, is empty, or has a backup of this "
      + "store.")
}

extension Operands {
  static let copied = Operand(
    "FROM", .required, .folder, help: "The store that is copied: a folder, or a server.")
  static let copy = Operand(
    "TO", .required, .folder,
    help: "Where the copy is: a server's empty database, a folder that doesn't exist yet or is "
      + "empty, or a copy of that store.")
}

extension Flags {
  static let plain = Flag(
    "plain",
    help: "On a server: make the store with plain statements only, for one that isn't PostgreSQL.")
  static let followStore = Flag(
    "follow", short: "f", help: "Go on with what is appended to the store, until interrupted.")
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
