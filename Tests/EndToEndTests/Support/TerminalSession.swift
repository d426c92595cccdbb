// The tool at a terminal: what a person types, and what the screen shows.

import Foundation
import Terminal
import TerminalKit
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process whose standard streams are a terminal of its own, of 80 columns and 24 lines.
final class TerminalSession {
  private let identifier: pid_t
  private let terminal: PseudoTerminal
  private(set) var screen = ""
  /// The output, byte by byte.
  private(set) var bytes: [UInt8] = []

  init(_ path: String, _ arguments: [String], in folder: String, environment: [String: String])
    throws
  {
    terminal = try PseudoTerminal(translatingLineFeeds: true)
    terminal.resize(to: ScreenSize(rows: 24, columns: 80))
    for descriptor in [terminal.person, terminal.program] {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    // Other tests ask for names, too, so that it needs a buffer of its own.
    var buffer = [CChar](repeating: 0, count: 256)
    try #require(ttyname_r(terminal.program, &buffer, buffer.count) == 0)
    let name = String(
      decoding: buffer.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
    identifier = try RunningProcess.spawn(
      path, arguments, in: folder,
      environment: environment.merging(["TERM": "xterm"]) { own, _ in own },
      terminal: name)
  }

  deinit { kill(identifier, SIGKILL) }

  var echoes: Bool { terminal.echoes }

  func type(_ text: String) { terminal.type(text) }

  /// Sends a signal to the tool.
  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits until the screen shows the text; throws after a minute.
  func wait(for text: String) throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while !screen.contains(text) {
      try #require(ContinuousClock.now < deadline, "no \(text) in \(screen)")
      look(milliseconds: 100)
    }
  }

  /// Waits until what was written fulfils a condition; throws after a minute.
  func wait(until isSeen: ([UInt8]) -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while !isSeen(bytes) {
      try #require(ContinuousClock.now < deadline, "not in \(screen)")
      look(milliseconds: 50)
    }
  }

  /// Gives the terminal another size.
  func resize(rows: Int, columns: Int) {
    terminal.resize(to: ScreenSize(rows: rows, columns: columns))
  }

  /// Waits for the end, and returns how it was.
  func finish() throws -> Finished.Ending {
    let deadline = ContinuousClock.now + .seconds(300)
    var status: Int32 = 0
    while waitpid(identifier, &status, WNOHANG) == 0 {
      try #require(ContinuousClock.now < deadline, "no end of \(screen)")
      look(milliseconds: 20)
    }
    while look(milliseconds: 0) {}
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// Takes in what was written; returns whether there was anything.
  @discardableResult
  private func look(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: terminal.person, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return false }
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = read(terminal.person, &piece, piece.count)
    bytes += piece.prefix(max(0, count))
    // A piece may end between the two.
    screen = (screen + String(decoding: piece.prefix(max(0, count)), as: UTF8.self))
      .replacing("\r\n", with: "\n")
    return count > 0
  }
}
