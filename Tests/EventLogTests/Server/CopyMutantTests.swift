// Slips in the copying of logs, of the code and of a server's functions, which the promises of a copy must reveal.

import EventSourcing
import Foundation
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .timeLimit(.minutes(20))) struct CopyMutantTests {
  private let folder = TemporaryFolder()
  private let cluster: PrivateCluster
  private var back: String { folder.path + "/back" }

  init() throws { cluster = try PrivateCluster.shared.get() }

  @Test(arguments: [nil] + CopySlip.all)
  fileprivate func `a slip in copying is seen`(_ slip: CopySlip?) throws {
    let found = try finding(slip)
    #expect(found == slip?.finding)
  }

  /// The first promise that isn't kept; nil if all are.
  private func finding(_ slip: CopySlip?) throws -> CopyFinding? {
    let (shop, server) = (try CopiedShop(making: folder.store), try cluster.database())
    try shop.create(2)
    try copy(shop.path, to: server, slip)
    if let change = slip?.function {
      try changeFunction(change.name, at: server, replacing: change.part, with: change.other)
    }
    try shop.create(10)
    do {
      // The copy is interrupted after its next group.
      _ = try open(shop.path, to: server, slip).copyGroup()
      if try !hasSameBytes(shop, server, slip) { return .otherBytes }
      for id in ["1001", "1012"] {
        try shop.erase(id)
        if try !hasSameBytes(shop, server, slip) { return .otherBytesAfterErasure }
      }
    } catch let error as LogError {
      return .failure(error.code)
    }
    try shop.create(1)
    let late = try open(shop.path, to: server, slip)
    try copy(shop.path, to: server, slip)
    if try code(of: { _ = try late.copyGroup() }) != .locked { return .copiesTwice }
    if try !keepsSegments(server, after: 15) { return .otherSegments }

    let other = try CopiedShop(making: folder.path + "/other")
    try other.create(.bob, .bob, .bob)
    try shop.create(1)
    let copyOfOther = try cluster.database()
    try copy(other.path, to: copyOfOther, nil)
    if try code(of: { try copy(shop.path, to: copyOfOther, slip) }) != .notACopy {
      return .mixesLogs
    }

    let reader = try ServerLogins()
    try CopiedShop(existing: reader.path).create(1)
    let (address, unread) = (reader.address(of: "reader"), folder.path + "/unread")
    if try code(of: { try copy(address, to: unread, slip) }) != .notPermitted {
      return .lacksPersonalData
    }
    return nil
  }

  private func open(_ path: String, to target: String, _ slip: CopySlip?) throws -> LogCopy {
    let source = try LogCopy.source(path)
    let slipping =
      try slip?.source.map { try SlippingSource(source, $0, copy: target) } ?? source
    return try LogCopy(of: slipping, at: path, to: target) { (source, id) throws(LogError) in
      if let address = ServerAddress(target) {
        return try ServerTarget(address, of: source, id: id)
      }
      let copy = try FolderTarget(target, of: source, id: id, lockTimeoutMilliseconds: 5_000)
      return slip?.lines.map { SlippingTarget(copy: copy, slip: $0) } ?? copy
    }
  }

  private func copy(_ path: String, to target: String, _ slip: CopySlip?) throws {
    let copy = try open(path, to: target, slip)
    while try copy.copyGroup() {}
    _ = try copy.close()
  }

  /// The error with which copying fails.
  private func code(of copying: () throws -> Void) throws -> LogError.Code? {
    do {
      try copying()
      return nil
    } catch let error as LogError {
      return error.code
    }
  }

  /// Whether a store is on a server as it is, and comes back.
  private func hasSameBytes(_ shop: CopiedShop, _ server: String, _ slip: CopySlip?) throws -> Bool
  {
    try copy(shop.path, to: server, slip)
    guard try lines(of: server) == lines(of: shop.path) else { return false }
    try copy(server, to: back, slip)
    return try segments(of: back) == segments(of: shop.path)
  }

  /// Whether a copy that becomes the store fills its segments: each has several entries.
  private func keepsSegments(_ server: String, after seq: Int) throws -> Bool {
    for _ in 0..<12 { try CopiedShop(existing: server).create(1) }
    let path = folder.path + "/continued"
    try copyLog(server, to: path)
    let new = try segments(of: path).filter { $0.key > SegmentName.text(seq) }
      .sorted { $0.key < $1.key }
    return new.count > 1 && new.dropLast().allSatisfy { $0.value.count { $0 == 0x0A } > 1 }
  }
}

/// A promise that a copy doesn't keep.
private enum CopyFinding: Hashable {
  case failure(LogError.Code)
  case otherBytes, otherBytesAfterErasure, copiesTwice, otherSegments, mixesLogs, lacksPersonalData
}

/// A mistake in copying.
private struct CopySlip: CustomTestStringConvertible {
  enum OfSource { case comparesWithItself, showsWithheld }
  enum OfLines { case oneSegment, dropsTheLast }

  let defect: String
  let finding: CopyFinding
  var source: OfSource?
  var lines: OfLines?
  var function: (name: String, part: String, other: String)?

  var testDescription: String { defect }

  static let all = [
    CopySlip(
      defect: "the last entry of both isn't compared", finding: .mixesLogs,
      source: .comparesWithItself),
    CopySlip(
      defect: "withheld personal data counts as erased", finding: .lacksPersonalData,
      source: .showsWithheld),
    CopySlip(defect: "a folder's segments don't begin", finding: .otherBytes, lines: .oneSegment),
    CopySlip(
      defect: "the last line of a group is lost", finding: .otherBytes, lines: .dropsTheLast),
    CopySlip(
      defect: "a server's segments don't begin", finding: .otherSegments,
      function: (
        "extend", "CASE WHEN sent.opens THEN sent.size ELSE h.bytes + sent.size END",
        "h.bytes + sent.size"
      )),
    CopySlip(
      defect: "another copy's lines aren't noticed", finding: .copiesTwice,
      function: ("load_1", "head.seq <> after", "false")),
    CopySlip(
      defect: "personal data is lost on the way", finding: .otherBytes,
      function: ("extend", "WHERE block IS NOT NULL", "WHERE false")),
    CopySlip(
      defect: "erasures don't reach a server", finding: .otherBytesAfterErasure,
      function: ("erase_1", "e.seq < erased.seq", "false")),
    CopySlip(
      defect: "erasures reach other orders", finding: .otherBytesAfterErasure,
      function: ("erase_1", "e.stream = erased.stream AND", "")),
  ]
}

/// A store with a mistake in how a copy reads it.
private final class SlippingSource: CopySource {
  private let store: any CopySource
  private let slip: CopySlip.OfSource
  private let copy: (any LogSource)?
  private let hasBeenCompared = Locked(false)

  init(_ store: any CopySource, _ slip: CopySlip.OfSource, copy path: String) throws {
    (self.store, self.slip) = (store, slip)
    let copy = slip == .comparesWithItself ? try? LogCopy.source(path) : nil
    self.copy = try copy?.knownEnd()?.seq == 0 ? nil : copy
  }

  var storeID: String? { store.storeID }
  var created: Timestamp { store.created }
  var base: ArchivedPrefix? { store.base }
  var withholdsPersonal: Bool { slip == .showsWithheld ? false : store.withholdsPersonal }

  func knownEnd() throws(LogError) -> (seq: Int, tornTail: TornTail?)? { try store.knownEnd() }

  /// The store that is read next. The first read is the one that compares it with the copy.
  private var compared: any LogSource {
    hasBeenCompared.withLock { $0 } ? store : copy ?? store
  }

  func cursor(before seq: Int) throws(LogError) -> LogCursor { try compared.cursor(before: seq) }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    let chunks = try compared.chunks(from: cursor)
    hasBeenCompared.withLock { $0 = true }
    return chunks
  }
}

/// A folder with a mistake in how lines get there.
private struct SlippingTarget: CopyTarget {
  let copy: FolderTarget
  let slip: CopySlip.OfLines
  var store: FileStore { copy.store }

  func load(_ lines: CopiedLines) throws(LogError) {
    var bytes = lines.bytes
    if slip == .dropsTheLast {
      let text = withExtendedLifetime(lines.bytes) { Array(lines.bytes.bytes) }
      bytes = .copy(of: Array(text.dropLast().reversed().drop { $0 != 0x0A }.reversed()))
    }
    try copy.load(
      CopiedLines(
        bytes: bytes, firstSeq: lines.firstSeq, end: lines.end,
        opensSegment: slip == .oneSegment ? false : lines.opensSegment,
        recordsErasure: lines.recordsErasure))
  }
}
