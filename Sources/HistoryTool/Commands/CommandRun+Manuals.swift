// The commands that explain the tool. They touch no store.

import HistoryScenes
import JSONLines
import Terminal

extension CommandRun {
  func completions() -> ExitCode {
    // The parser lets no other shell through.
    guard let shell = invocation.operand(Operands.shell).flatMap(Shell.init) else { return .usage }
    screen.text(tool.table.completionScript(for: shell))
    return .done
  }

  func completeTimeZones() -> ExitCode {
    for name in world.timeZoneNames() {
      guard wantsJSON else {
        screen.line(name)
        continue
      }
      var document = JSONWriter()
      document.string(name)
      screen.display(document: document)
    }
    return .done
  }

  func manual() -> ExitCode {
    screen.text(tool.table.manualPage(version: tool.version))
    return .done
  }
}
