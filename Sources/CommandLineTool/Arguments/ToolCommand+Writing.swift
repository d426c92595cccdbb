// The rows of the commands that make, change, copy or repair a store.

import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension ToolCommand {
  static let importing = CommandTable.history.importing(
    [
      "--format cloudevents reads what `cleanstore export cloudevents --with-personal` wrote, lines or an array: "
        + "the recorded commands are evaluated again, with their times, actors, ids and reasons, and outcomes that "
        + "differ from the recorded ones are named, as are orders whose personal data is missing, which are left "
        + "out from there on. Then the exit code is 1."
    ], flags: [Flags.importFormat(\.imported.format)])

  static let generate = ToolCommand(
    "generate", summary: "Make up orders, as commands to import.",
    discussion: [
      "Writes the commands of an invented shop to standard output: orders over five years, in "
        + "several currencies, most of them paid, shipped and delivered, some changed, cancelled, "
        + "returned or refunded, and some commands that the rules refuse. The same number of orders "
        + "and seed make the same commands, on every machine."
    ],
    examples: [
      Example(
        "cleanstore generate --orders 1000 | cleanstore import -", "Fill a store to try things in.")
    ],
    flags: [Flags.orders(\.orders), Flags.seed(\.seed)], request: GenerateFlags(),
    run: CommandRun.generate)

  static let backup = ToolCommand(
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
      Example("cleanstore backup /backups/shop", "Copy the store, or what has changed."),
      Example("cleanstore verify --store /backups/shop", "Look whether a backup is still good."),
    ],
    operands: [Operands.backup(\.self)], flags: Flags.common(Flags.lockTimeout), request: "",
    run: CommandRun.backUpStore)

  static let cache = ToolCommand(
    "cache", summary: "Show, check, rebuild or remove what makes commands fast on a long log.",
    discussion: [
      "A long log has an index and checkpoints beside each of its segments: where the entries of each "
        + "order are, and how the orders were at the segment's end. Commands build them when they first "
        + "need them. All of it follows from the log, so it can be removed at any time, also by hand. What "
        + "was damaged is built again by the next command that uses it, with a note.",
      "status says what each segment has: current, absent, stale (of a file that was replaced since), "
        + "damaged, or short, where there is so little that it is read instead. rebuild builds all of it "
        + "anew. verify reads the log and compares everything with it; if something differs, the exit "
        + "code is 1. clear removes it.",
    ],
    examples: [
      Example("cleanstore cache", "Show what each segment has."),
      Example("cleanstore cache verify", "Look whether somebody has changed it."),
    ],
    operands: [Operands.cacheAction(\.self)], request: CacheAction.status,
    run: CommandRun.manageCache)

  static let recover = ToolCommand(
    "recover", summary: "Make a damaged store writable again, without destroying anything.",
    discussion: [
      "Moves everything from the first bad line on to the store's quarantine folder, with a "
        + "report; the good entries before it stay. Good lines after it are moved, too: their "
        + "orders disappear from the log, and new orders may get their numbers. If you have a copy "
        + "of the damaged file, restore it instead.",
      "A store.json that is lost or damaged is written again: each segment says which store it is of. Its time of "
        + "creation is then that of the first entry. It is an archive's, which is only read, if the last segment "
        + "can't be written to. If something else has changed that, set it right with chmod (u+w for a store, a-w "
        + "for an archive), remove store.json, and recover it again.",
      "It first shows what it would do, as --dry-run does, with the orders that lose entries, and asks. If the "
        + "answer is no, nothing is changed, and the exit code is 1. Without a terminal, it takes --yes.",
    ],
    examples: [
      Example("cleanstore recover --dry-run", "Which orders would lose entries?"),
      Example("cleanstore recover --yes", "Recover without a question."),
    ],
    flags: [Flags.wouldRecover(\.isDryRun), Flags.yes(\.isAgreed)]
      + Flags.common(Flags.lockTimeout),
    request: RecoverFlags(), run: CommandRun.recoverStore)
}
