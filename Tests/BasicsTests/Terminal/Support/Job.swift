// A process at a terminal, with this process as its shell: it can be stopped and continued, and its terminal
// looked at.

import TerminalKit
import Testing

@testable import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Only for the process of an exit test, which becomes the leader of a session and forks.
final class Job {
  let terminal: PseudoTerminal
  let identifier: pid_t
  private(set) var screen: VirtualTerminal
  private let before: termios

  enum Ending: Equatable {
    case exited(Int32)
    case killed(Int32)
    case stopped(Int32)
  }

  /// Forks a process that runs the body in front on a new terminal, and exits with what it returns.
  init(
    _ size: ScreenSize = ScreenSize(rows: 6, columns: 40), _ body: (Int32) -> Int32
  ) throws {
    // Terminals tell the leader of the session, too, and a shell may write from behind.
    for number in [SIGHUP, SIGTTOU] { signal(number, SIG_IGN) }
    try #require(setsid() > 0)
    terminal = try PseudoTerminal()
    try #require(ioctl(terminal.program, UInt(TIOCSCTTY), 0) == 0)
    screen = VirtualTerminal(size)
    terminal.resize(to: size)
    var before = termios()
    tcgetattr(terminal.program, &before)
    self.before = before
    // The screen before.
    terminal.show("$ cleanstore browse")
    identifier = try Self.fork()
    if identifier == 0 {
      // Else the terminal couldn't go away.
      close(terminal.person)
      Self.beginInFront(terminal.program)
      _exit(body(terminal.program))
    }
    putInFront()
  }

  deinit {
    kill(identifier, SIGKILL)
    kill(identifier, SIGCONT)
  }

  private static func fork() throws -> pid_t {
    // Swift hides it, because most programs should start others in another way.
    typealias Fork = @convention(c) () -> pid_t
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "fork"))
    return unsafeBitCast(symbol, to: Fork.self)()
  }

  private static func beginInFront(_ terminal: Int32) {
    setpgid(0, 0)
    tcsetpgrp(terminal, getpid())
    for number in [SIGHUP, SIGTTOU, SIGTSTP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_DFL) }
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Continues the job in the foreground, like `fg`.
  func putInFront() {
    setpgid(identifier, identifier)
    tcsetpgrp(terminal.program, identifier)
  }

  /// Takes the terminal, like a shell when a job has stopped.
  func takeTerminal() { tcsetpgrp(terminal.program, getpgrp()) }

  func send(_ number: Int32) { kill(identifier, number) }

  /// Continues it, in front or behind.
  func resume(inFront: Bool) {
    if inFront { putInFront() }
    kill(-identifier, SIGCONT)
  }

  func resize(_ size: ScreenSize) {
    terminal.resize(to: size)
    screen.resize(to: size)
  }

  /// Waits until the screen shows a text; false after half a minute.
  func shows(_ text: String) -> Bool { waits { $0.screen.text.contains(text) } }

  func waits(seconds: Int = 30, for condition: (Job) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !condition(self) {
      if ContinuousClock.now > deadline { return false }
      look(milliseconds: 20)
    }
    return true
  }

  /// Waits until it ends or stops; nil after half a minute.
  ///
  /// - Parameter nudge: The action that is repeated meanwhile.
  func ending(_ nudge: () -> Void = {}) -> Ending? {
    let deadline = ContinuousClock.now + .seconds(300)
    var status: Int32 = 0
    while waitpid(identifier, &status, WNOHANG | WUNTRACED) == 0 {
      if ContinuousClock.now > deadline { return nil }
      look(milliseconds: 20)
      nudge()
    }
    while look(milliseconds: 0) {}
    // The macros of wait(2), which Swift doesn't import.
    let code = (status >> 8) & 0xFF
    if status & 0xFF == 0x7F { return .stopped(code) }
    return status & 0x7F == 0 ? .exited(code) : .killed(status & 0x7F)
  }

  @discardableResult
  private func look(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: terminal.person, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return false }
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = read(terminal.person, &piece, piece.count)
    screen.feed(piece.prefix(max(0, count)))
    return count > 0
  }

  /// The differences from before the process began; empty if there are none.
  var traces: [String] {
    var traces = screen.problems
    if screen.modes != [7, 25] { traces.append("modes \(screen.modes.sorted())") }
    if screen.style != .plain { traces.append("style") }
    if screen.text(row: 0) != "$ cleanstore browse" { traces.append(screen.text) }
    var now = termios()
    tcgetattr(terminal.program, &now)
    if !isSame(now, before) { traces.append("the terminal's modes") }
    return traces
  }

  /// Whether the terminal gives every key at once.
  var isRaw: Bool {
    var now = termios()
    tcgetattr(terminal.program, &now)
    return now.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0 && now.c_oflag & tcflag_t(OPOST) == 0
  }

  /// Sets the terminal to what a shell needs.
  func resetTerminal() {
    var modes = before
    tcsetattr(terminal.program, TCSANOW, &modes)
  }
}

private func isSame(_ first: termios, _ second: termios) -> Bool {
  first.c_iflag == second.c_iflag && first.c_oflag == second.c_oflag
    && first.c_cflag == second.c_cflag && first.c_lflag == second.c_lflag
    && withUnsafeBytes(of: first.c_cc) { one in
      withUnsafeBytes(of: second.c_cc) { Array(one) == Array($0) }
    }
}

extension PseudoTerminal {
  /// Writes as a program does.
  func show(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(program, $0.baseAddress, $0.count) }
  }
}
