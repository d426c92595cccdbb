// The speed of deciding and writing commands without a sync, and of importing them.

import EventLog
import EventSourcing
import HistoryScenes
import JSONLines
import OrderScenes

extension Bench {
  /// Commands through rules, encoding, checksum and state into a file that isn't synced.
  func commandPath() throws -> [Run] {
    let commands = workload.submissions
    let count = Double(commands.count)
    return try measure {
      try withStore { _, orders in
        let floor = seconds { keep(countOfLineFeeds(workload.log.bytes)) }
        let own = seconds { Pass.execute(commands, on: orders) }
        return (value: count / own, floor: count / floor)
      }
    }
  }

  /// A file of commands through the use case, every full group of entries synced.
  func importing() throws -> [Run] {
    let path = importFile ?? folder.newPath()
    if importFile == nil { try RawFile(path).append(workload.importLines.bytes) }
    return try measure {
      try withStore { _, orders in
        let file = try HistoryFile(path: path)
        let floor = try seconds { keep(try countOfLineFeeds(inFile: path)) }
        var lines = 0
        let own = seconds { lines = Pass.importing(file, on: orders) }
        return (value: Double(lines) / own, floor: Double(lines) / floor)
      }
    }
  }
}
