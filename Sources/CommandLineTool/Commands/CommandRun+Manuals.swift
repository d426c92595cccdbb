// The commands that explain the tool. They touch no store.

import Terminal
import HistoryScenes
import HistoryTool

extension CommandRun {
  func completions() throws(Failure) -> ExitCode {
    // The parser lets no other shell through.
    guard let shell = invocation.operand(Operands.shell).flatMap(Shell.init) else { return .usage }
    screen.text(CommandTable.cleanstore.completionScript(for: shell))
    return .done
  }

  func manual() -> ExitCode {
    screen.text(CommandTable.cleanstore.manualPage(version: ToolDescription.version))
    return .done
  }
}
