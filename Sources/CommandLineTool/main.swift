// The process: gives the tool the real world and ends with its exit code.

import Platform

openClosedStandardStreams()
ignoreWriteSignals()
// The line that scripts check at every start needs neither the world nor the table of all commands nor even
// a string, whose pages would have to be loaded: without them, it takes over a quarter less time.
// If it can't be printed, the tool tries again, and reports why.
if isOnlyArgument("--version"), writeToStandardOutput(ToolDescription.versionLine) {
  exitProcess(with: .done)
}
exitProcess(with: Tool(.cleanstore, in: .real()).run())
