// The process: gives the tool the real world and ends with its exit code.

import Terminal

ignoreSIGPIPE()
// What scripts ask at every start needs neither the world nor the table of all commands nor even a
// string, whose pages would have to be read in: it takes over a quarter less time without them. If it
// can't be printed, the tool tries once more, and says why.
if isOnlyArgument("--version"), writeToStandardOutput(Tool.versionLine) { exitProcess(with: .done) }
exitProcess(with: Tool(World.real()).run())
