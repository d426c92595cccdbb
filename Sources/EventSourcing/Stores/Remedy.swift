// Actions to take after an error of a log. A program with commands of its own can name them for each
// case; the sentences here fit any program.

extension LogError {
  /// The action to take next.
  package enum Remedy: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// An action that this sentence names.
    case words(String)
    /// Restore a file of the store from a copy, or recover the store.
    case restoreOrRecover
    /// Restore a file of the store from a copy, or recover the store, which keeps the entries up to
    /// this one and moves that many bytes: it can't be told whether a crash has torn them.
    case recoverUndecided(keptThrough: Int, bytes: Int)
    /// Create a store, or choose another folder.
    case makeOrChooseStore
    /// Restore the store's description from a copy, or recover the store, which writes it again.
    case restoreOrWriteDescription
    /// Restore the store's description from a copy, or choose another folder.
    case restoreOrChooseStore
    /// Wait until the other writer has finished.
    case waitForWriter
    /// Find out which process has this lock file open, and wait until it has finished.
    case findWriter(lock: String)
    /// Correct the clock, or accept that new entries have the last one's time.
    case correctOrAcceptClock
    /// Restore what was archived into these folders.
    case restoreArchive([String])
    /// Restore what was archived into these folders, which tells whether the log or the base was changed.
    case restoreToCompare([String])
    /// Find out where archived segments are now.
    case findArchive
    /// Restore the base from a copy, or what was archived, wherever that is.
    case restoreBase
    /// Find another copy of archived entries.
    case findOtherArchive
    /// Compare the log and archived entries that contradict each other with other copies.
    case compareCopies
    /// Have an administrator give a login this role; without the role of a proxy, request it in the login's own name.
    case getRole(StoreRole, of: String)
    /// Look which entries a stream has.
    case listEntries(of: StreamName)

    /// Restore what is of another store. Recovering would move every segment away.
    package static let restoreOtherStores: Remedy =
      """
      Nothing was changed. Restore the segment or store.json from a copy, whichever belongs to the \
      other store.
      """

    /// Use a version that knows what a newer one wrote.
    package static let useNewerVersion: Remedy =
      "Use the version of CleanStore that wrote it, or a later one."

    /// The action if the log is on a server, whose files are none of the store's.
    var onServer: Remedy {
      switch self {
      case .restoreOrRecover, .recoverUndecided, .restoreOrWriteDescription, .restoreOrChooseStore:
        "Nothing was changed. Ask the server's administrator for a copy of the log that is whole, and use that."
      default: self
      }
    }

    /// Makes a remedy of these words.
    public init(stringLiteral words: String) { self = .words(words) }

    /// A sentence that names no command.
    public var text: String {
      switch self {
      case .words(let words): words
      case .restoreOrRecover:
        "Nothing was changed. Restore the file from a copy, or recover the store, which moves this "
          + "line and all after it to quarantine."
      case .recoverUndecided(let kept, let bytes):
        "Nothing was changed. If the log was damaged, restore the file from a copy. Recovering the "
          + "store keeps \(Self.entries(through: kept)) and moves \(bytes) bytes to quarantine."
      case .makeOrChooseStore: "Create one, or choose another folder."
      case .restoreOrWriteDescription:
        "Restore the file from a copy, or recover the store, which writes it again if a segment still says which "
          + "store it is of."
      case .restoreOrChooseStore: "Restore the file from a copy, or choose another folder."
      case .waitForWriter: "Try again when it has finished, or wait longer for it."
      case .findWriter(let lock):
        "Find out which process has \(lock) open. Try again when it has finished, or wait longer for it."
      case .correctOrAcceptClock:
        "Correct the clock. If it is right now, and was wrong before, accept it: until it has passed "
          + "the last entry's time, new entries have that time."
      case .restoreArchive(let folders):
        "They are in \(folders.joined(separator: " and ")). Restore them."
      case .restoreToCompare(let folders):
        "Nothing was changed. Either the log or base.jsonl was. Restore the archived entries, which "
          + "are in \(folders.joined(separator: " and ")): they tell which."
      case .findArchive: "Nothing was changed. If the folder was moved, say where it is now."
      case .restoreBase:
        "Restore the file from a copy, or the archived entries from their folder."
      case .findOtherArchive: "Look for another copy of the archived entries."
      case .compareCopies:
        "This line or one before it, perhaps an archived one, was changed or damaged. Compare both with other copies."
      case .getRole(let role, let login):
        "Nothing was recorded. "
          + (role == .proxy ? "Name \(login) as the actor, or none. " : "")
          + "An administrator can give \(login) the role \(role)."
      case .listEntries(let stream): "Choose a revision of one of the entries of \(stream)."
      }
    }

    /// The entries as a part of a sentence.
    package static func entries(through seq: Int) -> String {
      seq == 0 ? "no entry" : "the entries through \(seq)"
    }
  }

  /// The remedy of a malformed line.
  package static func hint(for form: LineForm) -> Remedy {
    switch form {
    case .store: .restoreOrRecover
    case .history: "Correct the line, or remove it."
    }
  }
}
