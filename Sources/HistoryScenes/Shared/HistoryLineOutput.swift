// Where the lines of a history go that a scene writes: a file, or standard output.

import JSONLines

/// Takes the lines of a history.
package protocol HistoryLineOutput: AnyObject {
  /// Takes a line without its LF.
  func write(line: borrowing JSONWriter) throws(Failure)
}

extension HistoryLineOutput {
  /// Takes a line without its LF.
  package func write(_ line: String) throws(Failure) {
    var writer = JSONWriter(capacity: line.utf8.count)
    var line = line
    line.withUTF8 { writer.raw(UnsafeRawBufferPointer($0)) }
    try write(line: writer)
  }
}
