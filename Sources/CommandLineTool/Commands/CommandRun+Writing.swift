// The command that makes up orders.

import Platform

struct GenerateFlags: Sendable {
  var orders = 100
  var seed = 1
}

extension CommandRun {
  func generate(_ flags: GenerateFlags) -> ExitCode {
    var writer = JSONWriter()
    for command in MadeUpShop(orders: flags.orders, seed: UInt64(flags.seed)) {
      if screen.isClosed { break }
      writer.removeAll()
      writer.importLine(command)
      screen.write(line: writer)
    }
    return .done
  }
}
