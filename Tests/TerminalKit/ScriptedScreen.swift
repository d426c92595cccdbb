// A full screen without a terminal: what a person does is prepared, and the frames are kept.

import Terminal

/// An app runs on it in a test as on a terminal, until the script is over.
package final class ScriptedScreen: FullScreen {
  package private(set) var size: ScreenSize
  /// The frames that were shown, the latest last.
  package private(set) var frames: [Frame] = []
  package private(set) var repaintCount = 0
  package private(set) var isSuspended = false

  package enum Step {
    case event(ScreenEvent)
    /// The window gets another size, which the app is told.
    case resize(ScreenSize)
    /// Looks at the screen as it is when the app waits for the next event.
    case look((ScriptedScreen) -> Void)
  }

  private var steps: [Step]
  private let ending: ScreenEvent

  /// - Parameters:
  ///   - size: Its size at first.
  ///   - steps: The events, one after the other.
  ///   - ending: The events after those, again and again.
  package init(
    _ size: ScreenSize = ScreenSize(rows: 24, columns: 80), _ steps: [Step],
    ending: ScreenEvent = .end(signal: 15)
  ) {
    (self.size, self.steps, self.ending) = (size, steps, ending)
  }

  /// A script of keys only.
  package convenience init(
    _ size: ScreenSize = ScreenSize(rows: 24, columns: 80), keys: [Key]
  ) {
    self.init(size, keys.map { .event(.key($0)) })
  }

  /// The screen's text, one row a line.
  package var text: String { frames.last?.text ?? "" }

  package var hasInput: Bool {
    switch steps.first {
    case .event, .resize: true
    case .look, nil: false
    }
  }

  package func next(timeoutMilliseconds: Int?) -> ScreenEvent {
    while !steps.isEmpty {
      switch steps.removeFirst() {
      case .event(let event): return event
      case .resize(let size):
        self.size = size
        return .resized
      case .look(let look): look(self)
      }
    }
    return ending
  }

  package func show(_ frame: Frame) { frames.append(frame) }

  package func repaint() { repaintCount += 1 }

  package func suspended<Result, Failure: Error>(_ body: () throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    isSuspended = true
    defer { isSuspended = false }
    return try body()
  }
}
