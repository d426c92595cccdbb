// Additions to C's functions for file descriptors: a whole file as bytes, and an error number as text.

/// All bytes up to the end of a file or pipe, or somewhat more than the limit if there are more.
///
/// - Returns: nil with `errno` set if the system refuses.
package func readWhole(_ descriptor: Int32, limit: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while bytes.count <= limit {
    let count = read(descriptor, &piece, piece.count)
    if count == 0 { break }
    if count < 0, errno != EINTR { return nil }
    bytes += piece.prefix(max(0, count))
  }
  return bytes
}

package func systemMessage(for error: Int32) -> String {
  guard let message = strerror(error) else { return "error \(error)" }
  return String(cString: message)
}
