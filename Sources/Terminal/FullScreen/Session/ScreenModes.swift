// The modes that a terminal is in while it is a full screen: its own, which escape sequences switch, and those
// of the system's terminal driver.

import Platform

enum ScreenModes {
  /// The private modes of DEC and xterm that a full screen switches, and to what. Terminals ignore those
  /// that they don't know.
  private static func rows(hasMouse: Bool) -> [(number: Int, isOn: Bool)] {
    [
      // The alternate screen.
      (1049, true),
      // Wrapping at the right edge, without which the last cell can be used, and characters of unclear
      // width stay in their row.
      (7, false),
      // The cursor.
      (25, false),
      // Pastes come as a whole.
      (2004, true),
    ] + (hasMouse ? [(1000, true), (1002, true), (1006, true)] : [])
  }

  static func entering(hasMouse: Bool) -> String {
    rows(hasMouse: hasMouse).map { sequence($0.number, $0.isOn) }.joined()
  }

  /// Terminals without an alternate screen would keep what was shown, so that it is cleared.
  static func leaving(hasMouse: Bool) -> String {
    let switches = rows(hasMouse: hasMouse).reversed().map { sequence($0.number, !$0.isOn) }
    return switches.dropLast().joined() + "\u{1b}[m\u{1b}[H\u{1b}[J" + switches.suffix(1).joined()
  }

  private static func sequence(_ number: Int, _ isOn: Bool) -> String {
    "\u{1b}[?\(number)\(isOn ? "h" : "l")"
  }

  /// Every byte comes as it was typed, and goes as it is written.
  static func raw(_ modes: termios) -> termios {
    var modes = modes
    cfmakeraw(&modes)
    return modes
  }

  /// The size of a terminal; that of a VT100 if it doesn't say.
  static func size(of descriptor: Int32) -> ScreenSize {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    return ScreenSize(
      rows: isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24,
      columns: isKnown && size.ws_col > 0 ? Int(size.ws_col) : TerminalInfo.defaultWidth)
  }
}

/// The type of a terminal, by its name. What else there is to know would be in a database that not every
/// system has; terminals of this century differ little.
struct TerminalType {
  let name: String

  init(environment: [String: String]) {
    name = environment["TERM", default: ""]
  }

  /// Whether it can move its cursor.
  var isSuitable: Bool { !["", "dumb", "unknown"].contains(name) }

  var isMonochrome: Bool {
    ["vt1", "vt2", "vt3", "vt4"].contains { name.hasPrefix($0) }
      || name.hasSuffix("-m") || name.hasSuffix("-mono")
  }
}
