// What a clerk is advised to do about an error of the log: the commands and flags for it.

import EventSourcing

extension LogError {
  /// What to do next, by this tool's commands.
  package var advice: String? {
    switch remedy {
    case nil: nil
    case .words(let words): words
    case .restoreOrRecover:
      "Nothing was changed. Restore the file from a copy, or run `\(ToolName.current) recover`, "
        + "which moves this line and all after it to quarantine."
    case .makeOrChooseStore:
      "Create one with `\(ToolName.current) init`, or pass another one with --store."
    case .restoreOrChooseStore:
      "Restore the file from a copy, or pass another store with --store."
    case .waitForWriter: "Try again when it has finished, or wait longer with --lock-timeout."
    case .listEntries(let stream): "`\(ToolName.current) log \(stream.id ?? "")` lists its entries."
    }
  }
}
