// A screen that a program has for itself, as a boundary: the terminal in the tool, a script in tests.

import Platform

package protocol FullScreen: AnyObject {
  /// The size at the last event: it changes only with `resized`, or while the screen is suspended.
  var size: ScreenSize { get }

  /// Whether there is an event at once. Ask it between the steps of longer work, and stop the work if so.
  var hasInput: Bool { get }

  /// Waits for the next event.
  ///
  /// - Parameter timeoutMilliseconds: The time to wait; nil means until there is one.
  func next(timeoutMilliseconds: Int?) -> ScreenEvent

  /// Shows a frame of the screen's size.
  func show(_ frame: Frame)

  /// Draws everything again, which repairs what others have written on the terminal.
  func repaint()

  /// Lends the terminal to something else, such as questions, an editor or a pager, as it was before the
  /// screen; afterwards the last frame is shown again.
  func suspended<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
}

extension FullScreen {
  /// Waits for the next event as long as it takes.
  package func next() -> ScreenEvent { next(timeoutMilliseconds: nil) }
}

/// A terminal that can't be a full screen.
package enum FullScreenError: Error, Equatable, Sendable {
  case inputIsNoTerminal
  case outputIsNoTerminal
  /// `TERM` says that it can't move its cursor, or nothing.
  case unsuitable(type: String)
  case tooSmall(ScreenSize, minimum: ScreenSize)
  case failed(errno: Int32)

  package var code: String {
    switch self {
    case .inputIsNoTerminal, .outputIsNoTerminal: "not-a-terminal"
    case .unsuitable: "terminal-unsuitable"
    case .tooSmall: "terminal-too-small"
    case .failed: "terminal-failed"
    }
  }

  package var message: String {
    switch self {
    case .inputIsNoTerminal: "standard input isn't a terminal"
    case .outputIsNoTerminal: "standard output isn't a terminal"
    case .unsuitable(""): "TERM isn't set, so nothing is known about the terminal"
    case .unsuitable(let type): "a terminal of the type \(quoted(type)) can't show a full screen"
    case .tooSmall(let size, let minimum):
      "the terminal has \(size.columns) × \(size.rows) characters; at least "
        + "\(minimum.columns) × \(minimum.rows) are needed"
    case .failed(let errno): "can't use the terminal: \(systemMessage(for: errno))"
    }
  }

  package var hint: String {
    switch self {
    case .inputIsNoTerminal: "run it at a terminal, without `<` or `|` before it"
    case .outputIsNoTerminal: "run it at a terminal, without `>` or `|` after it"
    case .unsuitable: "set TERM to the terminal's type, such as xterm-256color"
    case .tooSmall: "make the window larger, or its characters smaller"
    case .failed: "try again in another terminal"
    }
  }
}
