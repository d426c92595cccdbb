// Given, when, then: tests of a domain's rules in its own words. It works with any testing library,
// because failures are reported to the test suite.

import EventSourcing

/// Examples of what a domain's rules do. A type of tests that conforms can say
///
///     given(.created(.amy), .paid, .shipped)
///       .when(.delete(reason: "mistake"))
///       .thenRefused(.alreadyShipped)
///
/// With Swift Testing, `report` is
///
///     Issue.record(
///       Comment(rawValue: failure.message),
///       sourceLocation: SourceLocation(
///         fileID: failure.fileID, filePath: failure.filePath, line: failure.line,
///         column: failure.column))
public protocol DeciderSpecification {
  /// The rules that the examples are about.
  associatedtype Rules: CodableDecider

  /// The stream that the examples play on: `order/1001`.
  var stream: String { get }
  /// The time of the first entry of each example.
  var start: Timestamp { get }
  /// The actor in the examples.
  var actor: String { get }

  /// Called once for each expectation that isn't met.
  func report(_ failure: UnmetExpectation)
}

extension DeciderSpecification {
  /// The category and 1001.
  public var stream: String { Rules.category + "/1001" }
  /// 2026-11-20, 09:00 UTC.
  public var start: Timestamp { Timestamp(microseconds: 1_795_165_200_000_000) }
  /// Amy Apple.
  public var actor: String { "amy" }

  /// A stream with these events, each in its own entry.
  public func given(_ events: Rules.Event...) -> Scenario<Rules> { given(events) }

  /// A stream with these events, each in its own entry.
  public func given(_ events: [Rules.Event]) -> Scenario<Rules> {
    var scenario = Scenario<Rules>(
      stream: stream, actor: actor, at: start, report: { report($0) })
    for event in events { scenario.record([event]) }
    return scenario
  }
}

/// An expectation that isn't met, and its place.
public struct UnmetExpectation: Hashable, Sendable {
  /// A text that says what was expected and what came instead.
  public let message: String
  /// The module and the file of the `when`.
  public let fileID: String
  /// The path of its file.
  public let filePath: String
  /// Its line, from 1.
  public let line: Int
  /// Its column, from 1.
  public let column: Int
}
