// What a process was started with. The standard library repairs arguments that aren't UTF-8, and
// a repaired path is another path.

private import Platform

/// The words of a command line after the program's name.
package struct ProcessArguments: Sendable {
  /// The words as text; those that aren't UTF-8 are repaired.
  package let repaired: [String]
  private let error: UsageError?

  /// Words that are text.
  package init(_ words: [String]) {
    repaired = words
    error = nil
  }

  /// Words that each end with a zero byte.
  init(_ words: some Sequence<UnsafeMutablePointer<CChar>>) {
    let words = Array(words)
    repaired = words.map { String(cString: $0) }
    let bad = words.firstIndex { String(validatingCString: $0) == nil }
    error = bad.map { [repaired] position in
      UsageError(
        code: .notUTF8, message: "\(quoted(repaired[position])) isn't UTF-8.",
        hint: "Write it in UTF-8. A folder with such a name can be entered with cd, and named '.'.",
        position: position)
    }
  }

  /// The arguments of this process.
  package static func ofThisProcess() -> ProcessArguments {
    let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return ProcessArguments(words.dropFirst().compactMap { $0 })
  }

  /// The words as they were typed.
  ///
  /// - Throws: `notUTF8` if one of them isn't UTF-8.
  package func words() throws(UsageError) -> [String] {
    if let error { throw error }
    return repaired
  }
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

/// Writes a text to standard output with one call.
///
/// - Returns: Whether all of it was written. If not, nothing was, unless the disk became full.
package func writeToStandardOutput(_ text: StaticString) -> Bool {
  text.withUTF8Buffer { write(STDOUT_FILENO, $0.baseAddress, $0.count) == $0.count }
}
