// Reports of a domain's tests: what was expected, and what happened.

import EventSourcingTesting
import Testing

/// Hands an expectation of a `DeciderSpecification` to Swift Testing.
package func record(_ failure: UnmetExpectation) {
  Issue.record(
    Comment(rawValue: failure.message),
    sourceLocation: SourceLocation(
      fileID: failure.fileID, filePath: failure.filePath, line: failure.line,
      column: failure.column))
}
