// An output for tests, which keeps what is written.

import Platform
import Terminal

/// Keeps what is written, for tests.
package final class CapturedOutput: TextOutput {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes
  }

  package func flush() {}
}
