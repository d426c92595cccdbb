// The command that lets a history go another way.

import HistoryScenes
import Terminal

extension CommandRun {
  func whatIf() throws(Failure) -> ExitCode {
    var request = WhatIf.Request()
    request.skipped = invocation.texts(Flags.skip)
    request.replaced = invocation.texts(Flags.replace)
    request.inserted = invocation.texts(Flags.insert)
    request.timed = invocation.texts(Flags.time)
    let history = try history
    let output = try invocation.text(Flags.output).map { (path) throws(Failure) in
      try NewFile(path)
    }
    let presenter = try presenter(for: HistoryDifferences.self)
    _ = try run(WhatIf.self, request, in: (history, output), presenter)
    try output?.finish()
    return .done
  }
}
