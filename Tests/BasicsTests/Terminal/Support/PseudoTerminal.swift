// A terminal without a screen: tests type at one end, the code under test sits at the other.

import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pair of descriptors, of which one is a terminal; closed with this object.
final class PseudoTerminal: Sendable {
  /// The keyboard and the screen.
  let person: Int32
  /// What a program finds as its input and output.
  let program: Int32

  init() throws {
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
    // Else line feeds would come out as two bytes.
    var state = termios()
    tcgetattr(program, &state)
    state.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(program, TCSANOW, &state)
  }

  deinit {
    close(person)
    close(program)
  }

  var echoes: Bool {
    var state = termios()
    tcgetattr(program, &state)
    return state.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
  }

  func type(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
  }

  /// Waits until the program has read all that was typed, or for five seconds.
  func waitUntilRead() {
    let deadline = ContinuousClock.now + .seconds(5)
    var request = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 0) > 0, ContinuousClock.now < deadline { usleep(100) }
  }

  /// Waits until the screen shows the text, and returns what it has shown since the last time.
  @discardableResult
  func wait(for text: String) -> String {
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
