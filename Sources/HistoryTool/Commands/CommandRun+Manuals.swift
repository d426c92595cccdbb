// The commands that explain the tool, and what shells complete.

import Platform

extension CommandRun {
  func completions(_ shell: Shell) -> ExitCode {
    screen.text(tool.table.completionScript(for: shell))
    return .done
  }

  func complete(_ word: String) throws(Failure) -> ExitCode {
    switch word {
    case Operands.actorsWord: return try examine(ListActors.self, ())
    case Operands.streamsWord: return try examine(ListIDs.self, ())
    case Operands.commandsWord: return offer(commands.describedCommands.map(\.type))
    default: return offer(world.timeZoneNames())
    }
  }

  private func offer(_ words: [String]) -> ExitCode {
    for word in words {
      guard wantsJSON else {
        screen.line(StyledText(word))
        continue
      }
      var document = JSONWriter()
      document.string(word)
      screen.display(document: document)
    }
    return .done
  }

  func manual() -> ExitCode {
    screen.text(tool.table.manualPage(version: tool.version))
    return .done
  }
}

extension WordList: Drawable {
  package func draw(on page: inout StyledLines) {
    // A shell takes them by lines, so one with a line feed or the like can't be offered.
    for word in documents where visible(word) == word { page.line(StyledText(word)) }
  }
}
