// A pipe whose ends close themselves.

import Dispatch
import Platform
import Testing

@testable import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe to or from another process.
struct Pipe {
  let reader: End
  let writer: End

  init() throws {
    let made = try #require(ProcessPipe())
    (reader, writer) = (End(made.reader), End(made.writer))
  }

  /// The reader's end of a pipe that has these bytes, and ends after them.
  static func holding(_ bytes: [UInt8]) throws -> End {
    // A reader that has read enough closes its end.
    ignoreWriteSignals()
    let made = try #require(ProcessPipe())
    let writer = made.writer
    @Sendable func write() {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { systemWrite(writer, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
      systemClose(writer)
    }
    // A pipe holds as much as this; what is longer waits for a reader, on a thread of its own.
    if bytes.count <= 4096 { write() } else { DispatchQueue(label: "input").async { write() } }
    return End(made.reader)
  }

  /// One end of a pipe, closed when it has no owner any more.
  final class End {
    private(set) var number: Int32

    fileprivate init(_ number: Int32) { self.number = number }

    deinit { close() }

    var isClosed: Bool { number < 0 }

    func close() {
      if !isClosed { systemClose(number) }
      number = -1
    }

    /// The bytes to be read now; closes this end when the other one is closed.
    func read() -> [UInt8] {
      guard !isClosed, Pipe.isReady(number, for: POLLIN) else { return [] }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = systemRead(number, &buffer, buffer.count)
      if count <= 0 { close() }
      return Array(buffer.prefix(max(0, count)))
    }

    /// Writes what finds room now, and returns the rest.
    func write(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      guard !isClosed, !bytes.isEmpty, Pipe.isReady(number, for: POLLOUT) else { return bytes }
      // So much always finds room in a pipe that is ready.
      let piece = bytes.prefix(512)
      let count = piece.withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
      // The program needn't read it.
      return count < 0 ? [] : bytes.dropFirst(count)
    }
  }

  /// Waits until one of the ends has something to say.
  static func wait(reading: [End], writing: End?, milliseconds: Int32) throws {
    var requests = reading.filter { !$0.isClosed }.map {
      pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
    }
    if let writing {
      requests.append(pollfd(fd: writing.number, events: Int16(POLLOUT), revents: 0))
    }
    let count = poll(&requests, nfds_t(requests.count), milliseconds)
    try #require(count >= 0 || errno == EINTR)
  }

  private static func isReady(_ number: Int32, for events: Int32) -> Bool {
    var request = pollfd(fd: number, events: Int16(events), revents: 0)
    return poll(&request, 1, 0) > 0
  }
}

// The calls that share their names with methods above.

private func systemClose(_ number: Int32) { close(number) }

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, buffer, count)
}
