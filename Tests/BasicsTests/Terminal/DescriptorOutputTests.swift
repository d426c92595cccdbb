import Dispatch
import Platform
import Synchronization
import Testing

@testable import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe, open while the body of ``with(_:)`` runs.
private final class Pipe {
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32

  static func with(_ body: (Pipe) throws -> Void) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let pipe = Pipe(readEnd: ends[0], writeEnd: ends[1])
    defer {
      pipe.closeReadEnd()
      pipe.closeWriteEnd()
    }
    try body(pipe)
  }

  private init(readEnd: Int32, writeEnd: Int32) {
    self.readEnd = readEnd
    self.writeEnd = writeEnd
  }

  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}

/// Reads until the end, or until there is nothing more at a descriptor that doesn't block.
private func readAll(_ descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1000)
  while true {
    let count = read(descriptor, &piece, piece.count)
    if count <= 0 { return bytes }
    bytes += piece[..<count]
  }
}

@Suite struct DescriptorOutputTests {
  @Test func `output is kept back until it is flushed`() throws {
    try Pipe.with { pipe in
      pipe.makeNonBlocking(pipe.readEnd)
      let output = DescriptorOutput(descriptor: pipe.writeEnd)
      try output.write("Amy ")
      try output.writeLine("Apple")
      #expect(readAll(pipe.readEnd) == [])
      try output.flush()
      #expect(readAll(pipe.readEnd) == Array("Amy Apple\n".utf8))
      try output.flush()
      #expect(readAll(pipe.readEnd) == [])
    }
  }

  /// Pieces below, at and above the buffer's size, so that writes are short and go round it.
  @Test(.timeLimit(.minutes(20)), arguments: [false, true])
  func `all bytes arrive in order, even if the pipe takes few at a time`(
    isNonBlocking: Bool
  ) throws {
    try Pipe.with { pipe in
      // given a reader on a thread of its own, as a blocked writer occupies one of the tests'
      if isNonBlocking { pipe.makeNonBlocking(pipe.writeEnd) }
      let reader = DispatchQueue(label: "reader")
      let received = Mutex<[UInt8]>([])
      let readEnd = pipe.readEnd
      reader.async {
        let bytes = readAll(readEnd)
        received.withLock { $0 = bytes }
      }
      // when
      let output = DescriptorOutput(descriptor: pipe.writeEnd)
      var expected: [UInt8] = []
      for (index, count) in [1, 65535, 65536, 0, 65537, 200_000, 3, 40_000, 40_000].enumerated() {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) }
        expected += bytes
        try bytes.withUnsafeBytes { try output.write($0) }
      }
      try output.flush()
      pipe.closeWriteEnd()
      // then
      reader.sync {}
      let isComplete = received.withLock { $0 == expected }
      #expect(isComplete)
    }
  }

  @Test func `a pipe without a reader is closed, and stays so`() throws {
    ignoreWriteSignals()
    try Pipe.with { pipe in
      let output = DescriptorOutput(descriptor: pipe.writeEnd)
      let closed = OutputError.closed(descriptor: pipe.writeEnd)
      pipe.closeReadEnd()
      try output.write("kept back")
      #expect(throws: closed) { try output.flush() }
      #expect(throws: closed) { try output.write(String(repeating: "x", count: 70_000)) }
      #expect(closed.code == "output-closed")
    }
  }

  @Test func `a descriptor that can't be written fails with the system's reason`() throws {
    try Pipe.with { pipe in
      let output = DescriptorOutput(descriptor: pipe.readEnd)
      try output.write("x")
      let failed = OutputError.failed(descriptor: pipe.readEnd, errno: EBADF)
      #expect(throws: failed) { try output.flush() }
      #expect(failed.code == "output-failed")
    }
  }

  @Test func `an error names the stream and the system's reason`() {
    #expect(
      OutputError.failed(descriptor: 1, errno: EBADF).message
        == "Can't write to standard output: Bad file descriptor.")
    #expect(
      OutputError.closed(descriptor: 2).message == "The reader of standard error has ended.")
    #expect(
      OutputError.closed(descriptor: 9).message == "The reader of file descriptor 9 has ended.")
  }
}
