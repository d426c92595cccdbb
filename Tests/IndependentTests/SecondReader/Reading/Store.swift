// A store: a folder with an identity, segments and a lock file.

import Foundation

struct Store {
  /// The files by their names in the folder. Folders aren't in it.
  var files: [String: [UInt8]]

  init(files: [String: [UInt8]]) { self.files = files }

  init(at path: String) throws {
    files = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      var isFolder: ObjCBool = false
      let file = path + "/" + name
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      files[name] = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
  }

  /// The segments' names, from the first to the last.
  var segments: [String] {
    files.keys.filter { Store.firstSeq(of: $0) != nil }.sorted()
  }

  /// The number in a segment's name.
  private static func firstSeq(of name: String) -> Int? {
    guard name.hasPrefix("log/"), name.hasSuffix(".jsonl") else { return nil }
    let digits = name.dropFirst(4).dropLast(6)
    guard digits.utf8.count == 20, digits.utf8.allSatisfy(Grammar.isDigit) else { return nil }
    return Int(digits).flatMap { $0 > 0 ? $0 : nil }
  }

  func read() -> Reading {
    var reading = Reading()
    do {
      let id = try identity()
      var log = StoreLog(id: id)
      let segments = segments
      for name in segments {
        let isLast = name == segments.last
        guard Store.firstSeq(of: name) == log.entries.count + 1 else {
          reading.verdicts = [missing(after: segments.prefix { $0 != name }.last)]
          break
        }
        do {
          try log.read(Line.lines(of: files[name] ?? []))
        } catch let bad {
          reading.verdicts = verdicts(bad, in: name, isLast: isLast, after: log)
          break
        }
      }
      if reading.verdicts.isEmpty, let end = LockFile(files["lock"]).end, end > log.entries.count {
        reading.verdicts = [missing(after: segments.last)]
      }
      reading.entries = log.entries
      reading.history = log.history
    } catch {
      let line = Line(bytes: [], number: 1, start: 0, hasEnd: true)
      reading.verdicts = [Verdict(error, file: "store.json", line: line)]
    }
    return reading
  }

  /// The verdict on entries missing after the last line of this segment.
  private func missing(after segment: String?) -> Verdict {
    let bytes = segment.flatMap { files[$0] } ?? []
    return Verdict(
      kind: .corrupt, file: segment ?? "log", line: Line.lines(of: bytes).count + 1,
      byte: bytes.count, what: "missing entries")
  }

  private func verdicts(
    _ bad: BadLine, in name: String, isLast: Bool, after log: StoreLog
  ) -> [Verdict] {
    let tail = Tail(
      bytes: files[name] ?? [], bad: bad.line, seq: log.entries.count + 1, batch: log.batch,
      lock: LockFile(files["lock"]))
    if isLast && tail.isTorn {
      return [Verdict(kind: .torn, file: name, line: bad.line.number, byte: bad.line.start)]
    }
    return bad.flaws.sorted().map { Verdict($0, file: name, line: bad.line) }
  }

  /// The store's id, from `store.json`.
  private func identity() throws(Flaw) -> Text {
    // Without segments, the folder may be anything else.
    let otherKind: Flaw.Kind = segments.isEmpty ? .noStore : .corrupt
    guard let file = files["store.json"] else {
      throw Flaw(kind: otherKind, byte: 0, what: "no store.json")
    }
    let node = try Parser.parse(file, canonical: false)
    func check(_ keys: Keys, hasPlaces: Bool = false) throws(Flaw) {
      var check = ShapeCheck(isCanonical: false)
      check.check(node, .object(keys))
      // Only a value of another type has a place of its own here; what is only escaped isn't canonical.
      let flaws = hasPlaces ? check.flaws.sorted() : check.flaws
      if let flaw = flaws.first(where: { $0.what != "escaped" }) {
        throw Flaw(kind: flaw.kind, byte: hasPlaces ? flaw.byte : 0, what: flaw.what)
      }
    }
    try check(
      Keys(keys: [
        .init(name: "format", shape: .text), .init(name: "version", shape: .anyInteger),
        .init(name: "id", shape: .text), .init(name: "created", shape: .text),
      ]), hasPlaces: true)
    guard node["format"]?.text == "cleanstore" else {
      throw Flaw(kind: otherKind, byte: 0, what: "format")
    }
    if let version = node["version"]?.integer, version > 1 {
      throw Flaw(kind: .newer, byte: 0, what: "newer version")
    }
    var keys = Keys(
      keys: [
        .init(name: "format", shape: .text, isRequired: true),
        .init(name: "version", shape: .integer(1...1), isRequired: true),
        .init(name: "id", shape: .form { Grammar.isHex($0, 32) }, isRequired: true),
        .init(name: "created", shape: .form(Grammar.isTime), isRequired: true),
      ])
    try check(keys)
    keys.isClosed = true
    try check(keys)
    let written = Node(keys.keys.compactMap { key in node[key.name].map { (key.name, $0) } })
    let same = zip(file, written.canonical + [0x0A]).prefix { $0 == $1 }.count
    guard file == written.canonical + [0x0A] else { throw Flaw(byte: same, what: "not canonical") }
    return node["id"]?.text ?? ""
  }
}
