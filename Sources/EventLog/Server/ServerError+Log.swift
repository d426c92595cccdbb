// The meaning of a server's errors for a store.

extension ServerError {
  /// Whether a stream has a command with an entry's id already.
  var isOfUsedID: Bool { state == "23505" && message.contains("command_pkey") }
}

extension LogError {
  init(_ error: ServerError, at address: ServerAddress) {
    let place = address.shown
    let text = error.message.hasSuffix(".") ? error.message : error.message + "."
    switch error.state {
    case "28P01", "28000":
      self.init(
        .notPermitted, "\(place): \(text)", hint: "Check the user's name and the password.")
    case "42501":
      self.init(
        .notPermitted, "\(place): \(text)",
        hint: "Ask an administrator of the server for the role that this takes.")
    case "3D000":
      self.init(
        .noSuchStore, "\(place): \(text)",
        hint: "Make the database, with the encoding UTF8; then make the store in it with `init`.")
    case "3F000", "42P01":
      self = .noStore(at: address)
    case ServerError.noLibrary:
      self.init(
        .unreachable, text,
        hint: "Install it (libpq5 on Debian, libpq with Homebrew), or name it in CLEANSTORE_LIBPQ.")
    case "55P03":
      self.init(
        .locked, "Another writer has held the lock of \(place) for too long.", hint: .waitForWriter)
    case _ where error.asksToRepeat:
      self.init(
        .locked, "Other writers of \(place) always came first.", hint: .waitForWriter)
    case "CS001",
      _ where error.isOfUsedID:
      self.init(
        .rejectedByServer, "\(place) doesn't accept an entry: \(text)",
        hint: "Nothing was recorded. Report it: this should not happen.")
    case "23505":
      self.init(
        .corrupt, "\(place): the log has entries after its end.",
        hint: "Ask the administrator of the database.")
    case "CS004":
      self.init(
        .clockBehind, "\(place): \(text)", hint: "Nothing was recorded. Check the server's clock.")
    case ServerError.historyLost:
      self.init(
        .historyLost, "\(place): \(text)",
        hint:
          "Nothing was recorded. Ask the administrator which copy of the log counts. If it is this one, start the program again."
      )
    case "53200", "53300":
      self.init(
        .inputOutput, "\(place): \(text)", hint: "Nothing was recorded. Try again in a while.")
    case "53100": self.init(.diskFull, "\(place): \(text)", hint: "Nothing was recorded.")
    case _ where error.isLost:
      self.init(
        .unreachable, "\(place): \(text)", hint: "Check that the server runs, and the address.")
    default: self.init(.inputOutput, "\(place): \(text)")
    }
  }

  static func newerVersion(at address: ServerAddress, _ kind: String) -> LogError {
    LogError(
      .newerVersion, "\(address.shown) has tables \(kind).", hint: .useNewerVersion)
  }

  static func noStore(at address: ServerAddress) -> LogError {
    LogError(.noSuchStore, "There is no store at \(address.shown).", hint: .makeOrChooseStore)
  }

  /// The error of a schema that has the store's name, and not its tables.
  /// - Parameter seq: An entry, or a number that is none.
  static func notTheLast(_ seq: Int, at address: ServerAddress) -> LogError {
    LogError(
      .corrupt, "\(address.shown): entry \(seq) isn't the last one, as the table head has it.",
      seq: seq, hint: "Ask the administrator which copy of the log is whole.")
  }

  static func halfMade(at address: ServerAddress) -> LogError {
    LogError(
      .notAStore, "The schema cleanstore of \(address.shown) isn't a whole store.",
      hint:
        "Choose another database, or have the schema's owner remove it: DROP SCHEMA cleanstore CASCADE."
    )
  }

  /// - Parameters:
  ///   - session: The number of the session that holds the lock.
  ///   - application: The name by which it calls itself.
  static func locked(
    by session: Int, _ user: String, _ application: String, at address: ServerAddress
  ) -> LogError {
    let name = application.isEmpty ? "" : " (\(application))"
    return LogError(
      .locked,
      "Session \(session) of \(user)\(name) has held the lock of \(address.shown) for too long.",
      hint: .waitForWriter)
  }
}
