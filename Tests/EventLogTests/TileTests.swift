// The tree over a store's entries is the same whatever its cache has: tiles that are missing, damaged, forged, of
// another store, or of entries that aren't there any more.

import Integrity
import OrderDomain
import Testing

@testable import EventLog
@testable import EventSourcing

@Suite struct TileTests {
  private struct Tree: Equatable {
    let size: Int
    let root: Digest
    /// The trees with half as many leaves, and with 300.
    let earlier: [Digest]
  }

  private let shop: MadeUpStore

  init() throws { shop = try MadeUpStore(seed: 3, orders: 200) }

  private func append(_ count: Int) throws {
    try shop.execute((0..<count).map { _ in Submission(.cancel, on: .id("1002"), by: "amy") })
  }

  private func tree(_ shop: MadeUpStore, from basis: LogTree.Basis = .tiles) throws -> Tree {
    try LogTree.ask(of: shop.reader(), from: basis) { (tree, _) throws(TileFault) in
      let size = tree.builder.size
      return Tree(
        size: size, root: try tree.root(ofSize: size),
        earlier: [try tree.root(ofSize: size / 2), try tree.root(ofSize: 300)])
    }
  }

  /// By nothing but the leaves.
  private func expected(_ shop: MadeUpStore) throws -> Tree {
    var leaves: [Digest] = []
    var reader = try EntryReader(shop.reader())
    while let entry = try reader.next() { leaves.append(entry.leafHash) }
    return Tree(
      size: leaves.count, root: TreeHashing.root(over: leaves),
      earlier: [leaves.count / 2, 300].map { TreeHashing.root(over: leaves[..<$0]) })
  }

  private var tiles: [String] { shop.disk.paths(in: shop.directory.tiles + "/0") }
  private var trees: [String] {
    shop.disk.paths(in: shop.directory.cache).filter { $0.hasSuffix(".tree") }
  }

  @Test func `full tiles are kept, and then only what follows them is read`() throws {
    let expected = try expected(shop)
    #expect(try tree(shop) == expected)
    #expect(tiles.count == expected.size / Tile.width)
    #expect(trees.count == 1)
    let before = shop.disk.bytesRead
    #expect(try tree(shop) == expected)
    let log = try shop.reader().size()
    #expect(shop.disk.bytesRead - before < log / 2)
    #expect(try tree(shop, from: .log) == expected)
  }

  @Test func `the tree goes on with the log`() throws {
    for _ in 0..<4 {
      _ = try tree(shop)
      try append(100)
      #expect(try tree(shop) == expected(shop))
    }
  }

  @Test func `damaged and missing tiles are computed again`() throws {
    let expected = try expected(shop)
    for damage in 0..<4 {
      #expect(try tree(shop) == expected)
      let path = try #require(tiles.dropFirst().first)
      var bytes = shop.disk.bytes(path)
      switch damage {
      case 0: bytes[100] ^= 1
      case 1: bytes.removeLast()
      case 2: bytes = shop.disk.bytes(tiles[0])
      default: try shop.disk.remove(path)
      }
      if damage < 3 { shop.disk.setBytes(bytes, of: path) }
      #expect(try tree(shop) == expected)
      // Wrong tiles aren't used again.
      #expect(try tree(shop) == expected)
    }
    for path in trees { shop.disk.setBytes([1, 2, 3], of: path) }
    #expect(try tree(shop) == expected)
  }

  @Test func `a tree of entries that were cut off isn't used`() throws {
    _ = try tree(shop)
    let path = try #require(shop.disk.paths(in: shop.directory.log).dropFirst(8).first)
    var bytes = shop.disk.bytes(path)
    bytes[bytes.count / 2] ^= 1
    shop.disk.setBytes(bytes, of: path)
    _ = try recover(shop.directory)
    try append(600)
    #expect(try tree(shop) == expected(shop))
  }

  @Test func `a tree isn't used if its segment was written to without becoming longer`() throws {
    _ = try tree(shop)
    let path = try #require(shop.disk.paths(in: shop.directory.log).last)
    var lines = shop.disk.bytes(path).split(separator: 0x0A).map { Array($0) }
    let line = String(decoding: lines[0], as: UTF8.self)
    let body = line.replacing(
      /"actor":"[^"]*"/, with: { $0.output.uppercased().replacing("ACTOR", with: "actor") })
    let bare = body.split(separator: #","crc":"#)[0]
    let crc = Array(bare.utf8).withUnsafeBytes { CRC32C.checksum(of: $0) }
    let digits = String(crc, radix: 16)
    lines[0] = Array(
      "\(bare),\"crc\":\"\(String(repeating: "0", count: 8 - digits.count))\(digits)\"}".utf8)
    shop.disk.setBytes(Array(lines.joined(separator: [0x0A])) + [0x0A], of: path)
    #expect(try tree(shop) == expected(shop))
  }

  @Test func `a tree of another store isn't used`() throws {
    let other = try MadeUpStore(seed: 4, orders: 200)
    _ = try (tree(shop), tree(other))
    for path in shop.disk.paths(in: shop.directory.cache) + tiles {
      other.disk.setBytes(shop.disk.bytes(path), of: path)
    }
    #expect(try tree(other) == expected(other))
  }

  @Test func `what can't be kept is computed each time`() throws {
    let expected = try expected(shop)
    shop.disk.limitRoom(to: 0)
    for _ in 1...2 {
      #expect(try tree(shop) == expected)
      #expect(tiles.isEmpty && trees.isEmpty)
    }
  }

  @Test func `clearing the cache removes tiles, too`() throws {
    _ = try tree(shop)
    let count = tiles.count
    let removed = try StoreCache(of: shop.reader()).clear()
    #expect(removed.files > count)
    #expect(tiles.isEmpty && trees.isEmpty)
    #expect(try tree(shop) == expected(shop))
  }
}
