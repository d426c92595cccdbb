// Writes a command line so that it can be typed again.

/// A program and its arguments as a line for a shell.
package func shellLine(_ words: [String]) -> String {
  words.map { quoted($0) }.joined(separator: " ")
}

private func quoted(_ argument: String) -> String {
  let isPlain =
    !argument.isEmpty
    && argument.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-_./,:@=+".utf8.contains(byte)
      }
    }
  if isPlain { return argument }
  return "'"
    + argument.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: #"'\''"#) + "'"
}
