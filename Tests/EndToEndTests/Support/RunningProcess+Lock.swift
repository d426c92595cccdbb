// A process of the tool that waits for the store's lock.

import Foundation

extension RunningProcess {
  /// Waits until it has the lock of `store` open, as the one who waits for it has nearly all the time.
  ///
  /// Where the system doesn't show open files, and after ten seconds, that counts as done.
  func waitUntilAtLock() {
    let folder = "/proc/\(identifier)/fd"
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder) else {
      usleep(100_000)
      return
    }
    let deadline = ContinuousClock.now + .seconds(10)
    while !hasEnded, ContinuousClock.now < deadline {
      let files = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
      let isThere = files.contains { name in
        let path = try? manager.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return path?.hasSuffix("/store/lock") == true
      }
      if isThere { return }
      usleep(1000)
    }
  }
}
