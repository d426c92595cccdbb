// One line on a terminal that shows the progress of long work. It draws nothing elsewhere, so that
// callers can report unconditionally, and it leaves nothing at the end.

import Formatting
import Platform

/// A line on standard error that is redrawn in place, at most ten times a second.
package struct ProgressLine {
  private static let interval = Duration.milliseconds(100)

  private let output: any TextOutput
  private let width: Int
  /// Whether it is on a terminal that can redraw.
  package let isShown: Bool
  private let now: () -> ContinuousClock.Instant
  private var nextDrawing: ContinuousClock.Instant
  private var isDrawn = false

  /// Shown only if standard error is a terminal that can redraw, and nothing within the first second.
  /// - Parameter output: standard error; flushed after each drawing.
  package init(
    on output: any TextOutput, terminal: TerminalInfo,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.output = output
    self.now = now
    // The last column stays free: some terminals wrap as soon as it is used.
    width = terminal.width - 1
    isShown = terminal.errorIsTerminal && terminal.canRedraw
    nextDrawing = now() + .seconds(1)
  }

  /// Shows the text, unless the line was redrawn less than a tenth of a second ago.
  ///
  /// - Parameter text: made only if it is drawn; invisible characters are written out.
  package mutating func update(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let instant = now()
    guard instant >= nextDrawing else { return }
    nextDrawing = instant + Self.interval
    isDrawn = true
    draw(visible(text()).truncated(to: width))
  }

  /// Clears the line if it was drawn. Later updates draw it again.
  package mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    draw("")
  }

  /// Returns to the start of the line, writes, clears what is left of the old text. Progress that can't be
  /// shown is no reason to stop.
  private func draw(_ text: String) {
    try? output.write("\r" + text + "\u{1b}[K")
    try? output.flush()
  }
}
