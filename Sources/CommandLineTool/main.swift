// The process: gives the tool the real world and ends with its exit code.

import Terminal

ignoreSIGPIPE()
exitProcess(with: Tool(World.real()).run())
