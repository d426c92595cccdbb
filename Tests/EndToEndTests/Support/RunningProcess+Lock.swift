// A process of the tool that waits for the store's lock.

import Foundation
import Testing

extension RunningProcess {
  /// Waits until it has the lock's file of `store` open; a moment where the system doesn't show open files.
  func waitUntilAtLock() {
    let folder = "/proc/\(identifier)/fd"
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder) else {
      usleep(100_000)
      return
    }
    let deadline = ContinuousClock.now + .seconds(300)
    while !hasEnded, ContinuousClock.now < deadline {
      let files = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
      let isThere = files.contains { name in
        let path = try? manager.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return path?.hasSuffix("/store/lock") == true
      }
      if isThere { return }
      usleep(1000)
    }
    Issue.record("It hasn't opened the lock's file.")
  }
}
