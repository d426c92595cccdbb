import TerminalKit
import Testing

@testable import Terminal

@Suite struct ProgressLineTests {
  private static let terminal = TerminalInfo(
    inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: true, width: 20)

  /// A clock that stands until it is moved.
  private final class Clock {
    var now = ContinuousClock.now
  }

  /// A line that a second has passed for.
  private static func lateLine(on output: CapturedOutput, _ clock: Clock) -> ProgressLine {
    let line = ProgressLine(on: output, terminal: terminal) { clock.now }
    clock.now += .seconds(1)
    return line
  }

  @Test func `the line is drawn after a second, ten times a second, and cleared at the end`() {
    // given
    let output = CapturedOutput()
    let clock = Clock()
    var progress = ProgressLine(on: output, terminal: Self.terminal) { clock.now }
    // when
    for count in 0..<1250 {
      progress.update("\(count) entries")
      clock.now += .milliseconds(1)
    }
    progress.clear()
    // then
    #expect(
      output.text
        == "\r1000 entries\u{1b}[K\r1100 entries\u{1b}[K\r1200 entries\u{1b}[K\r\u{1b}[K")
  }

  @Test func `a text is made only if it is drawn, and fits the terminal safely`() {
    let output = CapturedOutput()
    var progress = Self.lateLine(on: output, Clock())
    var made = 0
    func text() -> String {
      made += 1
      return "\u{7}" + String(repeating: "x", count: 40)
    }
    for _ in 0..<10 { progress.update(text()) }
    #expect(made == 1)
    #expect(output.text == "\r\\u{7}xxxxxxxxxxxxx…\u{1b}[K")
  }

  @Test func `nothing is drawn where it can't be redrawn`() {
    let dumb = TerminalInfo(
      inputIsTerminal: true, outputIsTerminal: true, errorIsTerminal: true, canRedraw: false)
    let redirected = TerminalInfo(
      inputIsTerminal: true, outputIsTerminal: true, errorIsTerminal: false)
    for terminal in [dumb, redirected] {
      let output = CapturedOutput()
      let clock = Clock()
      var progress = ProgressLine(on: output, terminal: terminal) { clock.now }
      clock.now += .seconds(2)
      progress.update("half")
      progress.clear()
      #expect(output.bytes == [])
    }
  }

  @Test func `a line that was never drawn is not cleared, and one cleared can be drawn again`() {
    let output = CapturedOutput()
    let clock = Clock()
    var progress = Self.lateLine(on: output, clock)
    progress.clear()
    #expect(output.bytes == [])
    progress.update("a")
    progress.clear()
    progress.clear()
    clock.now += .milliseconds(100)
    progress.update("b")
    #expect(output.text == "\ra\u{1b}[K\r\u{1b}[K\rb\u{1b}[K")
  }
}
