// Where output goes, as a boundary: a file descriptor in the tool, memory in tests.

/// Takes the bytes of an output in order.
public protocol TextOutput: AnyObject {
  /// Takes bytes, and may keep them back until the output is flushed.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError)
  /// Hands on everything that was kept back.
  func flush() throws(OutputError)
}

extension TextOutput {
  /// Writes a text as UTF-8.
  public func write(_ text: String) throws(OutputError) {
    var text = text
    // `withUTF8` rethrows without a type, so the outcome is carried out of it as a value.
    let outcome = text.withUTF8 { utf8 in
      Result { () throws(OutputError) in try write(UnsafeRawBufferPointer(utf8)) }
    }
    try outcome.get()
  }

  /// Writes a text and a line feed.
  public func writeLine(_ text: String) throws(OutputError) {
    try write(text)
    try write("\n")
  }
}

/// Output that couldn't be written.
public enum OutputError: Error, Equatable, Sendable {
  /// Nobody reads any more (`EPIPE`): a tool ends quietly.
  case closed(descriptor: Int32)
  /// The system refused, with its error number.
  case failed(descriptor: Int32, errno: Int32)

  /// The error's stable name.
  public var code: String {
    switch self {
    case .closed: "output-closed"
    case .failed: "output-failed"
    }
  }

  /// What happened, in a sentence.
  public var message: String {
    switch self {
    case .closed(let descriptor):
      "Nobody reads \(name(of: descriptor)) any more."
    case .failed(let descriptor, let errno):
      "Can't write to \(name(of: descriptor)): \(systemMessage(for: errno))."
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

/// Keeps what is written, for tests.
public final class CapturedOutput: TextOutput {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty output.
  public init() {}

  /// The bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Keeps the bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes
  }

  /// Does nothing: nothing is kept back.
  public func flush() {}
}
