// What several suites here share.

import DeciderTesting
import Dispatch
import EventSourcing
import Foundation
import JSONLines
import Testing

/// Hands an expectation of a `DeciderSpecification` to Swift Testing.
func record(_ failure: UnmetExpectation) {
  Issue.record(
    Comment(rawValue: failure.message),
    sourceLocation: SourceLocation(
      fileID: failure.fileID, filePath: failure.filePath, line: failure.line,
      column: failure.column))
}

/// The files of this repository.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}

/// The lines of a source, without their LFs.
func lines(of source: any EntrySource) throws -> [String] {
  var reader = try EntryReader(source)
  var lines: [String] = []
  while let entry = try reader.next() {
    lines.append(String(decoding: entry.bytes, as: UTF8.self))
  }
  return lines
}

/// A generator whose numbers are the same everywhere (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// The elements in another order.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, below(index + 1))
    }
    return elements
  }
}

/// Runs the closure on threads of their own, so that all of them may wait at once.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    DispatchQueue(label: "tests.\(index)").async(group: group) {
      #expect(throws: Never.self) { try body(index) }
    }
  }
  group.wait()
}
