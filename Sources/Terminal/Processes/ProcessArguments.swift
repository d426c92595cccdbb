// What this process was started with. The standard library repairs arguments that aren't UTF-8, and
// a repaired path is another path.

private import Platform

/// The arguments of this process, without its own name.
///
/// - Throws: `notUTF8` if one of them isn't UTF-8.
package func processArguments() throws(UsageError) -> [String] {
  let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
  return try decodedArguments(words.dropFirst().compactMap { $0 })
}

/// Whether this process was started with this argument and no other; makes no string to find out.
package func isOnlyArgument(_ argument: StaticString) -> Bool {
  guard CommandLine.argc == 2, let word = CommandLine.unsafeArgv[1] else { return false }
  return argument.withUTF8Buffer { bytes in
    for index in 0..<bytes.count where word[index] != CChar(truncatingIfNeeded: bytes[index]) {
      return false
    }
    return word[bytes.count] == 0
  }
}

/// The words as text; each ends with a zero byte.
func decodedArguments(_ words: [UnsafeMutablePointer<CChar>]) throws(UsageError) -> [String] {
  var arguments: [String] = []
  for (position, word) in words.enumerated() {
    guard let argument = String(validatingCString: word) else {
      throw UsageError(
        code: .notUTF8, message: "\(quoted(String(cString: word))) isn't UTF-8.",
        hint: "Write it in UTF-8. A folder with such a name can be entered with cd, and named '.'.",
        position: position)
    }
    arguments.append(argument)
  }
  return arguments
}

/// Writes a text to standard output with one call.
///
/// - Returns: Whether all of it was written. If not, nothing was, unless the disk became full.
package func writeToStandardOutput(_ text: StaticString) -> Bool {
  text.withUTF8Buffer { write(STDOUT_FILENO, $0.baseAddress, $0.count) == $0.count }
}
