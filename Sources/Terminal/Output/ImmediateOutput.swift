// Output for those who have one line to print and no time to make a buffer.

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Writes a text to standard output with one call.
///
/// - Returns: Whether all of it was written. If not, nothing was, but for a disk that gets full.
public func writeToStandardOutput(_ text: StaticString) -> Bool {
  text.withUTF8Buffer { write(STDOUT_FILENO, $0.baseAddress, $0.count) == $0.count }
}
