import Integrity
import Testing

/// RFC 6962, section 2.1, word for word: what everything else is compared with.
enum Definition {
  static func root(_ leaves: ArraySlice<Digest>) -> Digest {
    guard let first = leaves.first else { return SHA256().finish() }
    if leaves.count == 1 { return first }
    let (left, right) = halves(leaves)
    return TreeHashing.node(root(left), root(right))
  }

  static func path(_ index: Int, _ leaves: ArraySlice<Digest>) -> [Digest] {
    if leaves.count == 1 { return [] }
    let (left, right) = halves(leaves)
    return index < left.count
      ? path(index, left) + [root(right)] : path(index - left.count, right) + [root(left)]
  }

  static func proof(_ old: Int, _ leaves: ArraySlice<Digest>, isWhole: Bool = true) -> [Digest] {
    if old == leaves.count { return isWhole ? [] : [root(leaves)] }
    let (left, right) = halves(leaves)
    return old <= left.count
      ? proof(old, left, isWhole: isWhole) + [root(right)]
      : proof(old - left.count, right, isWhole: false) + [root(left)]
  }

  private static func halves(_ leaves: ArraySlice<Digest>) -> (
    ArraySlice<Digest>, ArraySlice<Digest>
  ) {
    var size = 1
    while size * 2 < leaves.count { size *= 2 }
    return (leaves.prefix(size), leaves.dropFirst(size))
  }
}

/// A tree in memory, leaf by leaf.
struct SmallTree {
  var builder = TreeBuilder()
  var tiles: [Tile: [Digest]] = [:]

  init(_ leaves: some Sequence<Digest>) {
    for leaf in leaves { builder.append(leaf) { tiles[$0] = $1 } }
  }

  var tree: TiledTree {
    TiledTree(builder) { [tiles] (tile) throws(TileFault) in
      guard let hashes = tiles[tile] else { throw TileFault() }
      return hashes
    }
  }
}

func leaves(_ count: Int) -> [Digest] {
  (0..<count).map { TreeHashing.leaf(Array("leaf \($0)".utf8)) }
}

@Suite struct TreeTests {
  @Test func `the hashes of RFC 6962's reference implementation`() {
    #expect(
      TreeHashing.empty.hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let data: [[UInt8]] = [
      [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
      Array(0x50...0x57), Array(0x60...0x6F),
    ]
    let roots = [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    var builder = TreeBuilder()
    for (leaf, root) in zip(data, roots) {
      builder.append(TreeHashing.leaf(leaf))
      #expect(builder.root.hex == root)
    }
  }

  @Test func `all proofs in all small trees are those of the definition, and hold`() throws {
    let all = leaves(24)
    for size in 0...all.count {
      let tree = SmallTree(all[..<size]).tree
      let root = Definition.root(all[..<size])
      #expect(tree.builder.root == root)
      for old in 0...size {
        #expect(try tree.root(ofSize: old) == Definition.root(all[..<old]))
      }
      for index in 0..<size {
        let proof = try tree.inclusionProof(of: index, inSize: size)
        #expect(proof == Definition.path(index, all[..<size]))
        #expect(TreeProof.holds(proof, ofLeaf: all[index], at: index, inSize: size, root: root))
        for other in 0..<size + 2 where other != index {
          #expect(
            !TreeProof.holds(proof, ofLeaf: all[index], at: other, inSize: size, root: root))
        }
      }
      for old in 1..<max(1, size + 1) {
        let proof = try tree.consistencyProof(from: old, to: size)
        #expect(proof == Definition.proof(old, all[..<size]))
        let before = (size: old, root: Definition.root(all[..<old]))
        #expect(TreeProof.holds(proof, from: before, to: (size, root)))
        for other in 1...size where other != old {
          #expect(!TreeProof.holds(proof, from: (other, before.root), to: (size, root)))
        }
      }
    }
  }

  @Test(arguments: [255, 256, 257, 511, 512, 65_535, 65_536, 65_537])
  func `large trees are made of tiles`(size: Int) throws {
    let all = leaves(size)
    let small = SmallTree(all)
    #expect(small.builder.root == Definition.root(all[...]))
    for (level, hashes) in small.builder.ends.enumerated() {
      #expect(hashes.count == size >> (8 * level) & 255)
      #expect(small.tiles.keys.count { $0.level == level } == size >> (8 * (level + 1)))
    }
    let tree = small.tree
    for index in [0, 255, 256, size - 1] where index < size {
      let proof = try tree.inclusionProof(of: index, inSize: size)
      #expect(proof == Definition.path(index, all[...]))
    }
    for old in [1, 256, 65_535] where old <= size {
      #expect(try tree.consistencyProof(from: old, to: size) == Definition.proof(old, all[...]))
      #expect(try tree.root(ofSize: old) == Definition.root(all[..<old]))
    }
  }

  @Test func `a tree goes on from what its full tiles leave over`() throws {
    let all = leaves(1_000)
    for size in [0, 1, 255, 256, 700, 999] {
      let start = SmallTree(all[..<size]).builder
      var builder = try #require(TreeBuilder(size: start.size, ends: start.ends))
      for leaf in all[size...] { builder.append(leaf) }
      #expect(builder.root == Definition.root(all[...]))
    }
    let ends = SmallTree(all[..<700]).builder.ends
    #expect(TreeBuilder(size: 699, ends: ends) == nil)
    #expect(TreeBuilder(size: 700, ends: ends.dropLast()) == nil)
    #expect(TreeBuilder(size: 700 + 65_536, ends: ends) == nil)
  }

  @Test func `a tile that was changed is noticed`() throws {
    var small = SmallTree(leaves(65_536 + 300))
    small.tiles[Tile(level: 0, index: 7)]?[3] = TreeHashing.empty
    #expect(throws: TileFault.self) {
      try small.tree.inclusionProof(of: 7 * 256, inSize: 65_536)
    }
    _ = try small.tree.inclusionProof(of: 8 * 256, inSize: 65_536)
    small.tiles[Tile(level: 1, index: 0)]?[200] = TreeHashing.empty
    #expect(throws: TileFault.self) {
      try small.tree.inclusionProof(of: 8 * 256, inSize: 65_536)
    }
  }

  @Test func `tiles have the paths of tlog-tiles`() {
    #expect(Tile(level: 0, index: 0).path == "0/000")
    #expect(Tile(level: 1, index: 67).path == "1/067")
    #expect(Tile(level: 0, index: 1_234_067).path == "0/x001/x234/067")
    #expect(Tile(level: 2, index: 1_000).path == "2/x001/000")
    #expect(Tile(level: 0, index: 273).path(width: 112) == "0/273.p/112")
    #expect(Tile(level: 0, index: 273).path(width: 256) == "0/273")
    #expect(Tile.hashes(in: Tile.bytes(of: leaves(3))) == leaves(3))
    #expect(Tile.hashes(in: [1, 2, 3]) == nil)
  }
}
