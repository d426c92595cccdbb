// Tests that are too slow to wait for: `swift test` leaves them out, and says so at its end; `.ci/run` runs them.

import Foundation
import Synchronization
import Testing

/// The kinds of slow tests, by the names with which CLEANSTORE_SLOW requests them.
package enum SlowTests: String, CaseIterable, Sendable {
  /// Programs of others read what the tool writes, or compile a package.
  case programs
  /// Chromium shows a report.
  case browser
  /// Rules and logs are changed in hundreds of ways.
  case mutants
  /// Processes are killed again and again.
  case kills
  /// Every call of the disk fails once; without this, only some of them do.
  case faults
  /// Real orders, which are in a folder beside the repository.
  case orders

  private static let requested = Set(
    (ProcessInfo.processInfo.environment["CLEANSTORE_SLOW"] ?? "").split(separator: ","))

  /// Whether they are run: CLEANSTORE_SLOW names them, or says `all`. Notes what is left out.
  package func areRun() -> Bool {
    for name in Self.requested {
      precondition(
        name == "all" || Self(rawValue: String(name)) != nil,
        "CLEANSTORE_SLOW: there are no slow tests called \(name).")
    }
    let areRun = Self.requested.contains("all") || Self.requested.contains(rawValue[...])
    if !areRun { LeftOut.add(self) }
    return areRun
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test or a suite out unless CLEANSTORE_SLOW asks for its kind.
  package static func slow(_ kind: SlowTests) -> ConditionTrait {
    .enabled(if: kind.areRun(), "slow: CLEANSTORE_SLOW=\(kind.rawValue)")
  }
}

/// The tests that are left out, said when the process ends, after the summary.
private enum LeftOut {
  private static let kinds = Mutex<Set<SlowTests>>([])

  static func add(_ kind: SlowTests) {
    let isFirst = kinds.withLock { kinds in
      defer { kinds.insert(kind) }
      return kinds.isEmpty
    }
    if isFirst { atexit { LeftOut.report() } }
  }

  private static func report() {
    let names = kinds.withLock { kinds in
      SlowTests.allCases.filter(kinds.contains).map(\.rawValue)
    }
    let text = """
      Left out, because they are slow: \(names.joined(separator: ", ")).
      To run them, too: CLEANSTORE_SLOW=all swift test; for some: CLEANSTORE_SLOW=\(names[0]) swift test.

      """
    FileHandle.standardError.write(Data(text.utf8))
  }
}
