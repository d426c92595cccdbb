// Statements, and their parameters in the form in which they are sent.

import Integrity

/// A statement with its parameters, `$1` and so on.
struct Statement {
  let text: String
  /// The name by which a connection keeps it; nil if it doesn't.
  let name: String?
  let parameters: [Parameter]

  init(_ text: String, _ parameters: Parameter...) {
    (self.text, name, self.parameters) = (text, nil, parameters)
  }

  init(_ kept: Kept, _ parameters: Parameter...) {
    (text, name, self.parameters) = (kept.text, kept.name, parameters)
  }

  /// The statement, which no connection keeps.
  var unnamed: Statement { Statement(text, with: parameters) }

  /// A statement that is often run. Each connection has the server parse and plan it once.
  struct Kept {
    let text: String
    /// A pool may lead to a connection that has statements of other processes: the same name must mean the same text.
    let name: String

    init(_ text: String) {
      (self.text, name) = (text, "cleanstore " + Digest(of: Array(text.utf8)).hex.prefix(32))
    }
  }

  enum Parameter {
    case integer(Int)
    case text(String)
    case bytes([UInt8]?)
    case boolean(Bool)
    /// An array of texts, some of which may be null.
    case texts([[UInt8]?])
  }
}

extension Statement.Parameter {
  /// The setting `lock_timeout`.
  static func lockTimeout(_ time: Duration) -> Self {
    .text("\(min(max(Int(time / .milliseconds(1)), 1), Int(Int32.max)))ms")
  }

  /// The type's number in the server's catalogue.
  var type: UInt32 {
    switch self {
    case .integer: 20
    case .text: 25
    case .bytes: 17
    case .boolean: 16
    case .texts: 1009
    }
  }

  /// The value in PostgreSQL's binary form; nil for null.
  var encoded: [UInt8]? {
    switch self {
    case .integer(let value): return Self.bytes(of: Int64(value))
    case .text(let text): return Array(text.utf8)
    case .bytes(let bytes): return bytes
    case .boolean(let value): return [value ? 1 : 0]
    case .texts(let texts):
      // One dimension, perhaps with nulls, of texts, from 1 on.
      var array = [1, 1, 25, Int32(texts.count), 1].flatMap(Self.bytes)
      for text in texts {
        array += Self.bytes(of: Int32(text?.count ?? -1))
        if let text { array += text }
      }
      return array
    }
  }

  private static func bytes(of integer: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: integer.bigEndian) { Array($0) }
  }
}
