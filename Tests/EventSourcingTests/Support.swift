// Helpers that several suites here share.

import Dispatch
import EventSourcing
import JSONLines
import TestKit
import Testing

/// The lines of a source, without their LFs.
func lines(of source: any EntrySource) throws -> [String] {
  var reader = try EntryReader(source)
  var lines: [String] = []
  while let entry = try reader.next() {
    lines.append(String(decoding: entry.bytes, as: UTF8.self))
  }
  return lines
}

extension Seeded {
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
