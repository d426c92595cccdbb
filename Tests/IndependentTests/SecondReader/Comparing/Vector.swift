// The vectors in Fixtures: small logs, each with what a reader must say about it.

import Foundation
import TestKit
import Testing

struct Vector: CustomTestStringConvertible {
  var name: String
  var log: Log
  /// The byte is nil where a reader may name any place in the line.
  var verdict: Verdict
  var isPlaceExact: Bool
  /// The number of good entries.
  var entries: Int
  /// The entries that a replay decides differently.
  var diverging: [Int]
  /// Every order's final state, in the order of their ids; nil for a log that can't be used.
  var orders: [Node]?
  /// The shipping methods, where they aren't those of a new store.
  var methods: Node?

  var testDescription: String { name }

  static let folder = Repository.root + "/Fixtures/vectors"

  static func all() throws -> [Vector] {
    try Line.lines(of: Files.bytes(folder + "/vectors.jsonl")).map { line in
      try Vector(Parser.parse(line.bytes, canonical: true))
    }
  }

  private init(_ node: Node) throws {
    func text(_ key: Text) -> String? { node[key]?.text?.description }
    name = try #require(text("name"))
    log = try Vector.log(name, kind: text("kind"), lock: text("lock"))
    let kind = try #require(text("verdict").flatMap { Verdict.Kind(rawValue: $0) })
    verdict = Verdict(
      kind: kind, file: text("file"), line: node["line"]?.integer ?? 0,
      byte: node["byte"]?.integer ?? 0)
    isPlaceExact = kind == .good || node["byte"] != nil
    entries = try #require(node["entries"]?.integer)
    diverging = node["diverging"]?.list?.compactMap(\.integer) ?? []
    orders = node["orders"]?.list
    methods = node["methods"]
  }

  private static func log(_ name: String, kind: String?, lock: String?) throws -> Log {
    let file = folder + "/" + name + ".jsonl"
    switch kind {
    case "file": return .file(try Files.bytes(file))
    case "store": return .store(try Store(at: folder + "/" + name))
    default:
      var files = [
        "store.json": try Files.bytes(folder + "/store.json"),
        "log/00000000000000000001.jsonl": try Files.bytes(file),
      ]
      files["lock"] = lock.map { Array($0.utf8) }
      return .store(Store(files: files))
    }
  }

  /// Whether a verdict is this vector's.
  func accepts(_ said: Verdict) -> Bool {
    said.kind == verdict.kind && said.file == verdict.file && said.line == verdict.line
      && (!isPlaceExact || said.byte == verdict.byte)
  }
}

enum Files {
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
