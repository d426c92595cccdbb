// The output of text, as a boundary: a file descriptor in the tool, memory in tests.

package protocol TextOutput: AnyObject {
  /// Takes bytes, and may keep them back until the output is flushed.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError)
  func flush() throws(OutputError)
}

extension TextOutput {
  package func write(_ text: String) throws(OutputError) {
    var text = text
    // `withUTF8` rethrows without a type, so the outcome is carried out of it as a value.
    let outcome = text.withUTF8 { utf8 in
      Result { () throws(OutputError) in try write(UnsafeRawBufferPointer(utf8)) }
    }
    try outcome.get()
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(OutputError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  package func writeLine(_ text: String) throws(OutputError) {
    try write(text)
    try write("\n")
  }
}

package enum OutputError: Error, Equatable, Sendable {
  /// The output has no reader any more (`EPIPE`): a tool ends quietly.
  case closed(descriptor: Int32)
  /// The system refused, with its error number.
  case failed(descriptor: Int32, errno: Int32)

  package var code: String {
    switch self {
    case .closed: "output-closed"
    case .failed: "output-failed"
    }
  }

  package var message: String {
    switch self {
    case .closed(let descriptor):
      "The reader of \(name(of: descriptor)) has ended."
    case .failed(let descriptor, _):
      "Can't write to \(name(of: descriptor)): \(reason)."
    }
  }

  /// The system's message, without a full stop: for callers that know the output by another name.
  package var reason: String {
    switch self {
    case .closed: systemMessage(for: EPIPE)
    case .failed(_, let errno): systemMessage(for: errno)
    }
  }

  private func name(of descriptor: Int32) -> String {
    switch descriptor {
    case 1: "standard output"
    case 2: "standard error"
    default: "file descriptor \(descriptor)"
    }
  }
}
