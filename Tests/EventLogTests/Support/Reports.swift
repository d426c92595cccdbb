import Synchronization

/// The reports of all threads.
final class Reports: Sendable {
  private let found = Mutex<[String]>([])

  var paths: [String] { found.withLock { $0 } }

  func add(_ path: String) { found.withLock { $0.append(path) } }
}
