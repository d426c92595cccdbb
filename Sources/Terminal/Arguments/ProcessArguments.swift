// The arguments of a process. The standard library repairs arguments that aren't UTF-8, and
// a repaired path is another path.

import Platform

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
      // It may be personal, so it isn't quoted.
      let flags = [repaired[position]] + repaired[..<position].suffix(1)
      let flag = flags.lazy.compactMap(flagName).first
      return UsageError(
        code: .notUTF8,
        message: (flag.map { "The value of \($0)" } ?? "Argument \(position + 1)")
          + " isn't UTF-8.",
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

/// The flag that an argument is or begins with: `--owner` for `--owner=Amy`; nil if there is none.
private func flagName(_ argument: String) -> String? {
  let name = argument.prefix { $0 != "=" }
  let isName = name.dropFirst(2).allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
  }
  return name.hasPrefix("--") && name.count > 2 && isName ? String(name) : nil
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
