// Facts about the terminal. Asked once at the start; the environment is passed in.

import Platform

package struct TerminalInfo: Sendable, Equatable {
  package let inputIsTerminal: Bool
  package let outputIsTerminal: Bool
  package let errorIsTerminal: Bool
  /// Whether the terminal can move its cursor; `TERM=dumb` can't.
  package let canRedraw: Bool
  package let width: Int

  package init(
    inputIsTerminal: Bool, outputIsTerminal: Bool, errorIsTerminal: Bool, canRedraw: Bool = true,
    width: Int = defaultWidth
  ) {
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.canRedraw = canRedraw
    self.width = width
  }

  /// All three streams go elsewhere.
  package static let none = TerminalInfo(
    inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: false)

  /// Asks the system about the process's standard streams.
  ///
  /// - Parameter environment: the process's environment; `COLUMNS` and `TERM` are used.
  package init(environment: [String: String]) {
    let descriptors = [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO]
    self.init(
      inputIsTerminal: isatty(STDIN_FILENO) == 1,
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1,
      canRedraw: environment["TERM"] != "dumb",
      width: Self.width(
        environment: environment, measured: descriptors.lazy.compactMap(columns(of:)).first))
  }

  /// The width assumed where nothing is known: that of a VT100.
  static let defaultWidth = 80

  /// The width by `COLUMNS` if it is a sensible number, else as measured, else 80.
  static func width(environment: [String: String], measured: Int?) -> Int {
    let sensible = 1...10_000
    let candidates = [environment["COLUMNS"].flatMap { Int($0) }, measured]
    return candidates.compactMap(\.self).first(where: sensible.contains) ?? defaultWidth
  }
}

private func columns(of descriptor: Int32) -> Int? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
  return Int(size.ws_col)
}
