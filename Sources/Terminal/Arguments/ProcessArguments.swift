// What this process was started with. The standard library repairs arguments that aren't UTF-8, and
// a repaired path is another path.

/// The arguments of this process, without its own name.
///
/// - Throws: `notUTF8` if one of them isn't UTF-8.
public func processArguments() throws(UsageError) -> [String] {
  let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
  return try decodedArguments(words.dropFirst().compactMap { $0 })
}

/// Whether this process was started with this argument and no other; makes no string to find out.
public func isOnlyArgument(_ argument: StaticString) -> Bool {
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
        hint: "Give files and folders names in UTF-8, or go there with cd and name them as '.'.",
        position: position)
    }
    arguments.append(argument)
  }
  return arguments
}
