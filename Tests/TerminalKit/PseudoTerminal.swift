// A terminal without a screen: tests type at one end, the code under test sits at the other.

import Terminal
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pair of descriptors, of which one is a terminal; closed with this object.
package final class PseudoTerminal: Sendable {
  /// The keyboard and the screen.
  package let person: Int32
  /// The input and output of a program.
  package let program: Int32

  /// - Parameter translates: Whether line feeds come out as two bytes, as on any terminal.
  package init(translatingLineFeeds translates: Bool = false) throws {
    // The header that declares it isn't part of the module on Linux.
    typealias OpenPseudoTerminal =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
        UnsafePointer<termios>?, UnsafePointer<winsize>?
      ) -> Int32
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "openpty"))
    let open = unsafeBitCast(symbol, to: OpenPseudoTerminal.self)
    var (person, program): (Int32, Int32) = (-1, -1)
    try #require(open(&person, &program, nil, nil, nil) == 0)
    (self.person, self.program) = (person, program)
    guard !translates else { return }
    var state = termios()
    tcgetattr(program, &state)
    state.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(program, TCSANOW, &state)
  }

  deinit {
    close(person)
    close(program)
  }

  /// Whether the typed text shows.
  package var echoes: Bool {
    var state = termios()
    tcgetattr(program, &state)
    return state.c_lflag & tcflag_t(ECHO) != 0
  }

  package func type(_ text: String) { type(Array(text.utf8)) }

  package func type(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
  }

  package func resize(to size: ScreenSize) {
    var new = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &new)
  }

  /// Waits until the program has read all that was typed, or for five seconds.
  package func waitUntilRead() {
    let deadline = ContinuousClock.now + .seconds(5)
    var request = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 0) > 0, ContinuousClock.now < deadline { usleep(100) }
  }

  /// Waits until the screen shows the text, and returns what it has shown since the last time.
  @discardableResult
  package func wait(for text: String) -> String {
    var shown: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1000)
    while !String(decoding: shown, as: UTF8.self).contains(text) {
      let count = read(person, &piece, piece.count)
      if count <= 0 { break }
      shown += piece.prefix(count)
    }
    return String(decoding: shown, as: UTF8.self)
  }
}
