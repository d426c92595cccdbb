import TerminalTesting
import Testing

@testable import Terminal

@Suite struct ProgressLineTests {
  private static let terminal = TerminalInfo(
    inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: true, width: 20)

  /// A clock that stands until it is moved.
  private final class Clock {
    var now = ContinuousClock.now
  }

  @Test func `the line is drawn at most ten times a second and cleared at the end`() throws {
    // given
    let output = CapturedOutput()
    let clock = Clock()
    let progress = ProgressLine(on: output, terminal: Self.terminal) { clock.now }
    // when
    for count in 0..<250 {
      try progress.update("\(count) entries")
      clock.now += .milliseconds(1)
    }
    try progress.finish()
    // then
    #expect(
      output.text
        == "\r0 entries\u{1b}[K\r100 entries\u{1b}[K\r200 entries\u{1b}[K\r\u{1b}[K")
  }

  @Test func `a text is made only if it is drawn, and fits the terminal safely`() throws {
    let output = CapturedOutput()
    let clock = Clock()
    let progress = ProgressLine(on: output, terminal: Self.terminal) { clock.now }
    var made = 0
    func text() -> String {
      made += 1
      return "\u{7}" + String(repeating: "x", count: 40)
    }
    for _ in 0..<10 { try progress.update(text()) }
    #expect(made == 1)
    #expect(output.text == "\r\\u{7}xxxxxxxxxxxxx…\u{1b}[K")
  }

  @Test func `nothing is drawn where it can't be redrawn`() throws {
    let dumb = TerminalInfo(
      inputIsTerminal: true, outputIsTerminal: true, errorIsTerminal: true, canRedraw: false)
    let redirected = TerminalInfo(
      inputIsTerminal: true, outputIsTerminal: true, errorIsTerminal: false)
    for terminal in [dumb, redirected] {
      let output = CapturedOutput()
      let progress = ProgressLine(on: output, terminal: terminal)
      try progress.update("half")
      try progress.finish()
      #expect(output.bytes == [])
    }
  }

  @Test func `a line that was never drawn is not cleared, and one cleared can be drawn again`()
    throws
  {
    let output = CapturedOutput()
    let progress = ProgressLine(on: output, terminal: Self.terminal)
    try progress.finish()
    #expect(output.bytes == [])
    try progress.update("a")
    try progress.finish()
    try progress.finish()
    try progress.update("b")
    #expect(output.text == "\ra\u{1b}[K\r\u{1b}[K\rb\u{1b}[K")
  }
}
