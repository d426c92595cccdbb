// Buffered output to a file descriptor. It neither opens nor closes the descriptor, and what is not
// flushed is lost: only the caller can decide what to do when the last write fails.

/// Output to a file descriptor, such as standard output, in pieces of 64 KiB.
///
/// Once a write failed, every later one fails with the same error. Not for use by several threads.
package final class DescriptorOutput: TextOutput {
  private static let capacity = 65536

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var failure: OutputError?

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.capacity)
  }

  package static func standardOutput() -> DescriptorOutput {
    DescriptorOutput(descriptor: STDOUT_FILENO)
  }

  package static func standardError() -> DescriptorOutput {
    DescriptorOutput(descriptor: STDERR_FILENO)
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    if buffer.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try writeFully(bytes)
    } else {
      buffer += bytes
    }
  }

  package func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try buffer.withUnsafeBufferPointer { (bytes) throws(OutputError) in
      try writeFully(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes all the bytes, however many calls the system needs for them.
  private func writeFully(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    if let failure { throw failure }
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let written = Platform.write(descriptor, slice.baseAddress, slice.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else {
        try recover(from: errno)
      }
    }
  }

  /// Returns if the write is to be tried again.
  private func recover(from error: Int32) throws(OutputError) {
    switch error {
    case EINTR: return
    case EAGAIN:
      // Another process on the terminal made it non-blocking: wait until it accepts more.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&request, 1, -1)
    default:
      let failure: OutputError =
        error == EPIPE
        ? .closed(descriptor: descriptor) : .failed(descriptor: descriptor, errno: error)
      self.failure = failure
      throw failure
    }
  }
}
