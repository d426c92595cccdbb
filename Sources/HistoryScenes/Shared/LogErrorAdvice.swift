// What a clerk is advised to do about an error of the log: the commands and flags for it.

import EventSourcing

extension LogError {
  /// What to do next, by this tool's commands.
  package var advice: String? {
    switch remedy {
    case nil: nil
    case .words(let words): words
    case .restoreOrRecover:
      "Nothing was changed. Restore the file from a copy, or run `cleanstore recover`, which puts this "
        + "line and all behind it aside."
    case .makeOrChooseStore: "Make one with `cleanstore init`, or name another with --store."
    case .restoreOrChooseStore:
      "Restore the file from a copy, or name another store with --store."
    case .waitForWriter: "Try again when it is done, or wait longer with --lock-timeout."
    case .listEntries(let stream): "`cleanstore log \(stream.id ?? "")` lists its entries."
    }
  }
}
