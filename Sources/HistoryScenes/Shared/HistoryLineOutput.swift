// Where the lines of a history go that a scene writes: a file, or standard output.

import JSONLines

package protocol HistoryLineOutput: AnyObject {
  /// Whether nobody reads any more, so that there is no point in continuing.
  var isClosed: Bool { get }
  func write(line: borrowing JSONWriter) throws(Failure)
}

extension HistoryLineOutput {
  package var isClosed: Bool { false }

  package func write(_ line: String) throws(Failure) {
    var writer = JSONWriter(capacity: line.utf8.count)
    var line = line
    line.withUTF8 { writer.raw(UnsafeRawBufferPointer($0)) }
    try write(line: writer)
  }
}
