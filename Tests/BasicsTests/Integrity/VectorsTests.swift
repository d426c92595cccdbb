import Foundation
import Integrity
import TestKit
import Testing

/// The vectors of transparency-dev/merkle: proofs, good ones and spoilt ones. They are beside the repository on
/// some machines.
@Suite struct VectorsTests {
  static let folder = URL(filePath: Repository.shared + "/data/merkle-vectors/testdata")

  static func files(_ kind: String) -> [URL] {
    let files = FileManager.default.enumerator(
      at: folder.appendingPathComponent(kind), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
  }

  /// The common members of the files of one kind.
  private struct Vector {
    let members: [String: Any]
    /// nil if one isn't a hash, which no proof in this library can have.
    let proof: [Digest]?

    init(_ file: URL) throws {
      let document = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
      members = try #require(document as? [String: Any])
      let texts = members["proof"] as? [String] ?? []
      let hashes = texts.compactMap(Self.hash)
      proof = hashes.count == texts.count ? hashes : nil
    }

    var isGood: Bool { members["wantErr"] as? Bool == false }

    func hash(_ name: String) -> Digest? { (members[name] as? String).flatMap(Self.hash) }
    func number(_ name: String) -> Int? {
      (members[name] as? NSNumber).flatMap { Int(exactly: $0.doubleValue) }
    }

    private static func hash(_ text: String) -> Digest? {
      Base64.bytes(of: text).flatMap { Digest($0) }
    }
  }

  @Test(.enabled(if: !files("inclusion").isEmpty), arguments: files("inclusion"))
  func `proofs that an entry is there`(file: URL) throws {
    let vector = try Vector(file)
    guard let proof = vector.proof, let leaf = vector.hash("leafHash"),
      let root = vector.hash("root"),
      let index = vector.number("leafIdx"), let size = vector.number("treeSize")
    else {
      #expect(!vector.isGood)
      return
    }
    #expect(
      TreeProof.holds(proof, ofLeaf: leaf, at: index, inSize: size, root: root) == vector.isGood)
  }

  /// A file with texts in place of hashes, which can't even be passed.
  private static let isWithoutHashes = "sizes-are-equal-one-and-proof-is-empty.json"

  @Test(.enabled(if: !files("consistency").isEmpty), arguments: files("consistency"))
  func `proofs that a tree is a continuation`(file: URL) throws {
    let vector = try Vector(file)
    guard let proof = vector.proof, let old = vector.hash("root1"), let new = vector.hash("root2"),
      let oldSize = vector.number("size1"), let newSize = vector.number("size2")
    else {
      #expect(!vector.isGood || file.lastPathComponent == Self.isWithoutHashes)
      return
    }
    #expect(TreeProof.holds(proof, from: (oldSize, old), to: (newSize, new)) == vector.isGood)
  }
}
