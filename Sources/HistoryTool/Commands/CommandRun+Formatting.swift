// How output is formatted, read from the command line; never from the environment, so that the same
// command line always gives the same output.

import Conventions
import HistoryScenes

extension CommandRun {
  package func formatting() throws(Failure) -> Formatting {
    let locale = invocation.text(Flags.locale).flatMap { LocaleRules(named: $0) } ?? .iso
    guard let name = invocation.text(Flags.timeZone) else {
      return Formatting(locale: locale)
    }
    return Formatting(locale: locale, timeZone: try timeZone(name))
  }

  private func timeZone(_ name: String) throws(Failure) -> TimeZoneRules {
    if let zone = TimeZoneRules(offset: name) { return zone }
    let isName = name.utf8.allSatisfy { byte in
      byte < 0x80
        && (Character(Unicode.Scalar(byte)).isLetter || "/_-+0123456789".utf8.contains(byte))
    }
    if isName, !name.hasPrefix("/"), let bytes = world.timeZoneFile(name),
      let zone = TimeZoneRules(name: name, compiled: bytes)
    {
      return zone
    }
    throw Failure(
      .usage, code: "unknown-time-zone", "Unknown time zone: '\(name)'.",
      hint: "A zone is UTC, an offset such as +05:30, or a place such as Europe/Berlin in the "
        + "system's tz database.")
  }
}
