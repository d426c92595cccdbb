// One line of the log, as a value.

struct Entry {
  var node: Node
  var seq: Int
  var at: Text
  var stream: Text
  var rev: Int
  var engine: Text?
  var command: Node
  /// The events, if the command was accepted.
  var events: [Node]?
  var rejected: Node?
  var personal: Node?

  var id: Text { Text(Array(stream.bytes.drop { $0 != UInt8(ascii: "/") }.dropFirst())) }
  var isOrder: Bool { stream != "catalog" }
  var commandType: Text { command["type"]?.text ?? "" }
  var isErased: Bool { personal?.text != nil }
  /// The personal data in today's form, if it is there: an older type converts it for all of the entry.
  var block: Node? { Format.isOlder(node) ? Order.upcast(personal) : Order.current(personal) }
}

/// Reads a line by itself; what it has to do with others isn't checked here.
struct LineReader {
  /// Whether it is a store's, rather than a single file's.
  var inStore: Bool

  /// The entry of a line (without its LF), if it has what an entry needs; and what is wrong with it by itself.
  func entry(_ line: [UInt8], _ flaws: inout [Flaw]) -> Entry? {
    do throws(Flaw) {
      let node = try Parser.parse(line, canonical: inStore, &flaws)
      flaws += flawsOfContent(node)
      if !inStore { flaws += flawsOfNames(node, in: line) }
      if line.count >= 1 << 20 { flaws.append(Flaw(byte: 0, what: "line too long")) }
      if !hasRightSum(line, node) {
        // A line that doesn't match its checksum is damaged, whatever version wrote it.
        for index in flaws.indices { flaws[index].kind = .corrupt }
        flaws.append(Flaw(byte: 0, what: "checksum"))
      }
      return entry(of: node)
    } catch {
      var error = error
      error.endsReading = true
      flaws.append(error)
      if inStore && Checksum.matches(line) {
        flaws += Parser.members(of: line).compactMap(flawOfVersion)
      }
      return nil
    }
  }

  /// The stream and types that are escaped. After one of an older type, all are converted.
  private func flawsOfNames(_ node: Node, in line: [UInt8]) -> [Flaw] {
    var flaws: [Flaw] = []
    let payloads = [node["command"]] + (node["events"]?.list ?? [])
    for name in [node["stream"]] + payloads.map({ $0?["type"] }) {
      guard let name, let text = name.text else { continue }
      let isPlain = line[name.start..<name.end].elementsEqual(text.quoted)
      if isPlain && Format.olderTypes.contains(text) { break }
      if !isPlain { flaws.append(Flaw(byte: name.start, what: "an escaped name")) }
    }
    return flaws
  }

  private func flawsOfContent(_ node: Node) -> [Flaw] {
    var check = ShapeCheck(isCanonical: inStore)
    let stream = node["stream"]?.text
    check.check(node, .object(Format.entry(stream: stream ?? "", inStore: inStore)))
    var flaws = check.flaws + flawsOfPairs(node)
    if let stream, Grammar.isStream(stream), !Grammar.isKnown(stream) {
      flaws.append(
        Flaw(kind: .newer, byte: node["stream"]?.start ?? 0, what: "unknown stream"))
    }
    if let format = node["format"], let version = format.integer, version > 1 {
      flaws.append(Flaw(kind: .newer, byte: format.start, what: "unknown format"))
    }
    if let rejected = node["rejected"], let code = rejected["code"], code.text != "invalid",
      rejected["fields"]?.list?.isEmpty == false
    {
      flaws.append(Flaw(byte: code.start, what: "fields beside another code"))
    }
    if Format.isOlder(node) {
      // Flaws are found after the entry was converted, which puts the keys inside in order.
      flaws.removeAll { flaw in
        flaw.what == "key out of order"
          && ["command", "events", "personal"].contains {
            node[$0].map { ($0.start..<$0.end).contains(flaw.byte) } == true
          }
          || flaw.what == "escaped" && node["personal"]?.start == flaw.byte
      }
      for index in flaws.indices { flaws[index].endsReading = true }
    }
    return flaws
  }

  /// Whether a line's envelope can be read, whatever is in its command and outcome.
  func hasEnvelope(_ node: Node) -> Bool {
    var check = ShapeCheck(isCanonical: inStore)
    check.check(node, .object(Format.envelope))
    return check.flaws.isEmpty && flawsOfPairs(node).isEmpty
  }

  /// The flaw that tells a newer version, even if the rest of the line isn't JSON.
  private func flawOfVersion(_ member: Member) -> Flaw? {
    let isFormat = member.key == "format"
    guard isFormat ? member.node.integer ?? 1 > 1 : !Format.keys.contains(member.key) else {
      return nil
    }
    let place = isFormat ? member.node.start : member.start
    return Flaw(kind: .newer, byte: place, what: "newer, before what isn't JSON")
  }

  private func flawsOfPairs(_ node: Node) -> [Flaw] {
    guard node.members != nil else { return [] }
    var flaws: [Flaw] = []
    if (node["events"] == nil) == (node["rejected"] == nil) {
      let place = second(of: node, "events", "rejected")?.start ?? node.start
      flaws.append(Flaw(byte: place, what: "not exactly one outcome"))
    }
    if (node["source"] == nil) != (node["line"] == nil) {
      flaws.append(Flaw(byte: node.start, what: "source and line belong together"))
    }
    return flaws
  }

  private func entry(of node: Node) -> Entry? {
    guard let seq = node["seq"]?.integer, let at = node["at"]?.text,
      let stream = node["stream"]?.text, let rev = node["rev"]?.integer,
      let command = node["command"]
    else { return nil }
    return Entry(
      node: node, seq: seq, at: at, stream: stream, rev: rev, engine: node["engine"]?.text,
      command: command, events: node["events"]?.list, rejected: node["rejected"],
      personal: node["personal"])
  }

  /// The later one of two members.
  private func second(of node: Node, _ one: Text, _ other: Text) -> Node? {
    guard node[one] != nil, node[other] != nil else { return nil }
    return node.members?.last { [one, other].contains($0.key) }?.node
  }

  private func hasRightSum(_ line: [UInt8], _ node: Node) -> Bool {
    if inStore || Checksum.matches(line) { return Checksum.matches(line) }
    return node.members?.last?.key != "crc" || Checksum.matches(withoutSpace(line))
  }

  /// Spaces between values don't count for a single file's checksum.
  private func withoutSpace(_ line: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var isInText = false
    var isEscaped = false
    for byte in line {
      if !isInText && [0x20, 0x09, 0x0D].contains(byte) { continue }
      kept.append(byte)
      if byte == UInt8(ascii: "\"") && !isEscaped { isInText.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return kept
  }
}
