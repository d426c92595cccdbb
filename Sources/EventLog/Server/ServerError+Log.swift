// The meaning of a server's errors for a store.

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
    case "3D000", "3F000", "42P01":
      self.init(.noSuchStore, "There is no store at \(place).", hint: .makeOrChooseStore)
    case ServerError.noLibrary:
      self.init(
        .unreachable, text,
        hint: "Install it (libpq5 on Debian, libpq with Homebrew), or name it in CLEANSTORE_LIBPQ.")
    case "23505":
      self.init(
        .corrupt, "\(place): the log has entries after its end.",
        hint: "Ask the administrator of the database.")
    case "55P03":
      self.init(
        .locked, "Another writer has held the lock of \(place) for too long.", hint: .waitForWriter)
    case "CS001":
      self.init(
        .rejectedByServer, "\(place) doesn't accept an entry: \(text)",
        hint: "Nothing was recorded. Report it: this should not happen.")
    case "CS004":
      self.init(
        .clockBehind, "\(place): \(text)", hint: "Nothing was recorded. Check the server's clock.")
    case "53100": self.init(.diskFull, "\(place): \(text)", hint: "Nothing was recorded.")
    case _ where error.isLost:
      self.init(
        .unreachable, "\(place): \(text)", hint: "Check that the server runs, and the address.")
    default: self.init(.inputOutput, "\(place): \(text)")
    }
  }

  /// The error of a log that lacks what was read of it before.
  static func historyLost(_ seq: Int, at address: ServerAddress) -> LogError {
    LogError(
      .historyLost,
      "\(address.shown): entry \(seq) isn't the one that was there before. The server has lost entries.",
      seq: seq,
      hint: "Nothing was recorded. Ask the administrator which copy of the log counts.")
  }
}
