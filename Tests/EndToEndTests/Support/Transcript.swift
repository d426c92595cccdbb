// A session at a terminal as text: what was typed, what was answered where, and how it ended.

extension Workspace {
  /// Runs command lines one after another and tells what a person would see of them.
  ///
  /// Lines on standard error begin with `! `. Times are left out that aren't the demo's.
  ///
  /// - Parameter asProcesses: Whether programs that the tool starts write where it writes.
  func transcript(asProcesses: Bool = false, of commandLines: [[String]]) throws -> String {
    var text = ""
    for arguments in commandLines {
      let finished = try asProcesses ? start(arguments).finish() : run(arguments)
      let typed = arguments.map { $0.wholeMatch(of: /[\w.,:@=\/-]+/) == nil ? "'\($0)'" : $0 }
      text += "$ cleanstore \(typed.joined(separator: " "))\n" + finished.output
      text += finished.errors.split(separator: "\n").map { "! \($0)\n" }.joined()
      if finished.code != 0 { text += "(exit \(finished.code ?? -1))\n" }
      text += "\n"
    }
    return text.replacing(/(?!2025-06-02)\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z/, with: "(now)")
  }
}
