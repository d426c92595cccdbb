// Questions go to standard error, so that they can be answered while standard output goes into a
// file. A signal never leaves the terminal without its echo.

import Formatting
import Platform

package final class TerminalPrompt: Prompt {
  package let canAsk: Bool
  package var lastAct: (() -> Void)?
  private let output: any TextOutput
  private let input: Int32
  private let isAtTerminal: Bool
  private var unread: [UInt8] = []

  /// - Parameter output: standard error; flushed after each question.
  package convenience init(on output: any TextOutput, terminal: TerminalInfo) {
    self.init(
      on: output, input: STDIN_FILENO,
      canAsk: terminal.inputIsTerminal && terminal.errorIsTerminal)
  }

  init(on output: any TextOutput, input: Int32, canAsk: Bool) {
    self.output = output
    self.input = input
    // Later the terminal may be gone, and would no longer be recognized.
    isAtTerminal = isatty(input) == 1
    self.canAsk = canAsk
  }

  package func ask(_ question: String, suggestion: String?) throws(PromptError) -> String? {
    let shown = suggestion.map { " [" + visible($0) + "]" } ?? ""
    let line = try answer(to: visible(question) + shown, isSecret: false)
    return line == "" ? suggestion ?? "" : line
  }

  package func askSecretly(_ question: String) throws(PromptError) -> String? {
    try answer(to: visible(question), isSecret: true)
  }

  private func answer(to question: String, isSecret: Bool) throws(PromptError) -> String? {
    while true {
      switch try readLine(asking: question + ": ", isSecret: isSecret) {
      case .end: return nil
      case .line(let bytes):
        guard let text = String(validating: bytes, as: UTF8.self) else {
          show("That isn't valid UTF-8. Please type it again.\n")
          continue
        }
        if !text.hasKeysThatAreNoText { return text }
        show("An answer can't contain arrow keys or the like. Please type it again.\n")
      case .hungUp:
        // The signal that comes with it may be later than the end of the input.
        lastAct?()
        raise(SIGHUP)
        return nil
      case .signal(SIGINT): throw .interrupted
      case .signal(let number):
        // The signal takes effect as if it weren't caught. After a pause the question is shown
        // again, because the shell has written over it; but the shell may also end, and the tool with it.
        lastAct?()
        raise(number)
      }
    }
  }

  private enum Answer {
    case line([UInt8])
    case end
    case hungUp
    case signal(Int32)
  }

  private func readLine(asking question: String, isSecret: Bool) throws(PromptError) -> Answer {
    let signals = try CaughtSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP])
    defer { signals.release() }
    let echo = isSecret ? Echo(of: input) : nil
    echo?.switchOff()
    defer { echo?.restore() }
    show(question)
    let answer = try readLine(watching: signals)
    // The line feed that was typed doesn't show, or none was typed.
    if case .line = answer, !isSecret { return answer }
    show("\n")
    return answer
  }

  private func readLine(watching signals: CaughtSignals) throws(PromptError) -> Answer {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = unread[..<end]
        unread.removeFirst(end + 1)
        return .line(Array(line.last == 0x0D ? line.dropLast() : line))
      }
      if case .signal(let number) = try signals.wait(forInput: input) { return .signal(number) }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(input, &piece, piece.count)
      if count < 0, errno == EIO, isAtTerminal { return .hungUp }
      if count < 0, errno != EINTR, errno != EAGAIN { throw .failed(errno: errno) }
      if count == 0 {
        if isHungUp { return .hungUp }
        // A last line without its end is an answer, too.
        if unread.isEmpty { return .end }
        unread.append(0x0A)
      }
      unread += piece.prefix(max(0, count))
    }
  }

  /// Whether the terminal is gone.
  private var isHungUp: Bool {
    guard isAtTerminal else { return false }
    var request = pollfd(fd: input, events: 0, revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
  }

  /// A question that can't be shown is no reason not to take the answer.
  private func show(_ text: String) {
    try? output.write(text)
    try? output.flush()
  }
}

extension String {
  /// Whether a terminal's control characters are in it: escape sequences of arrows begin with one.
  /// A tab at either end is white space that was typed too much.
  fileprivate var hasKeysThatAreNoText: Bool {
    let text = unicodeScalars.drop { " \t".contains(Character($0)) }
    return text.reversed().drop { " \t".contains(Character($0)) }.contains {
      $0.properties.generalCategory == .control
    }
  }
}

/// The echo of a terminal, and how it was before.
private struct Echo {
  private let descriptor: Int32
  private let before: termios

  /// Looks at the terminal; `nil` if the descriptor is none.
  init?(of descriptor: Int32) {
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { return nil }
    self.descriptor = descriptor
    before = state
  }

  /// Discards text that was typed ahead: it was seen on the screen, so it is no secret.
  func switchOff() {
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSAFLUSH, &silent)
  }

  func restore() {
    var before = before
    tcsetattr(descriptor, TCSADRAIN, &before)
  }
}
