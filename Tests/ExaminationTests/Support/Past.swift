// Histories that were made by an engine, and what becomes of them when they are edited.

import DomainKit
import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Synchronization

/// A store in memory with an engine of one domain on it. Each look at the clock is a second later.
final class Past<D: InspectableDecider> {
  let store = MemoryStore()
  private let category = StreamStates(D.self)
  private let engine: Engine

  init() throws {
    let clock = Clock()
    engine = try Engine(
      store, states: [category.erased], clock: clock.tick, salts: { Salt(1, 2) })
  }

  @discardableResult
  func asks(
    _ command: D.Command, on id: String = "1", by actor: String = "amy",
    id commandID: String? = nil,
    expect: Int? = nil, because reason: String? = nil
  ) throws -> Outcome<D> {
    try engine.execute(
      Submission(
        command, on: .id(id), by: actor, id: commandID, expect: expect, reason: reason),
      in: category)
  }

  /// Its lines, without their LFs and without what only a store's lines have.
  func lines() throws -> [String] {
    var reader = try EntryReader(store)
    var lines: [String] = []
    while let entry = try reader.next() {
      var tree = try JSONValue(entry.storage, in: entry.line, profile: .canonical)
      for key in ["crc", "format", "store", "batch"] { tree[key] = nil }
      var writer = JSONWriter()
      writer.value(tree)
      lines.append(writer.withBytes { String(decoding: $0, as: UTF8.self) })
    }
    return lines
  }

  /// The history with a text of one line replaced.
  func edited(_ line: Int, _ old: String, _ new: String) throws -> InMemoryHistory {
    var lines = try lines()
    lines[line - 1] = lines[line - 1].replacing(old, with: new)
    return history(lines)
  }
}

private final class Clock: Sendable {
  private let seconds = Atomic<Int64>(0)

  @Sendable func tick() -> Timestamp {
    let seconds = seconds.add(1, ordering: .relaxed).newValue
    return Timestamp(microseconds: Timestamp.noon.microseconds + seconds * 1_000_000)
  }
}

/// The line with its personal block erased.
func erased(_ line: String) throws -> String {
  var tree = try JSONValue(parsing: line)
  tree["personal"] = .string("sha256:" + String(repeating: "0", count: 64))
  var writer = JSONWriter()
  writer.value(tree)
  return writer.withBytes { String(decoding: $0, as: UTF8.self) }
}

/// A history of these lines, as it is sent in a file.
func history(_ lines: [String]) -> InMemoryHistory {
  InMemoryHistory(
    ByteStorage.copy(of: lines.map { $0 + "\n" }.joined()), name: "sent.jsonl")
}

extension Past where D: OrderDecider {
  /// Amy's order is paid in two parts, shipped and delivered; Bob's is refused a shipping.
  static func ofTwoOrders() throws -> Past {
    let past = try Past()
    try past.asks(.create(.amy), on: "1")
    try past.asks(.create(.bob), on: "2", by: "bob")
    try past.asks(.pay(Payment(amount: 1000)), on: "1")
    try past.asks(.ship(), on: "2", by: "clerk")
    try past.asks(.pay(Payment(amount: 2099)), on: "1")
    try past.asks(.ship(Shipping(carrier: "Snail & Co.")), on: "1", by: "clerk")
    try past.asks(.deliver, on: "1", by: "clerk")
    return past
  }
}

/// Replays a whole history under a domain's rules, whichever have recorded it.
func divergences<D: InspectableDecider>(
  in source: any EntrySource, under _: D.Type, _ options: ReplayOptions = .all
) throws -> [Divergence] {
  var options = options
  options.rules = .version(D.version)
  var replay = ReplayProjection<D>(options, checksRevisions: source.form == .store)
  var reader = try EntryReader(source)
  var found: [Divergence] = []
  while !replay.isDone, try reader.next(into: &replay) != nil {
    if let divergence = replay.divergence { found.append(divergence) }
  }
  return found
}

extension ReplayOptions {
  /// Everything, and all divergences.
  static var all: ReplayOptions {
    var options = ReplayOptions()
    options.keepsGoing = true
    return options
  }
}
