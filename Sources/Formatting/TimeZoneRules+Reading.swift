// Reads a compiled file of the tz database (TZif, RFC 8536): its 64-bit block and its footer.

extension TimeZoneRules {
  /// - Parameter bytes: The whole file.
  package init?(name: String, compiled bytes: [UInt8]) {
    var file = TZifReader(bytes)
    // The first block has 32-bit times, for readers of the first version.
    guard let old = file.header(), old.version >= 0x32, file.skip(old.length(timeSize: 4)),
      let header = file.header(), header.types > 0,
      let times = file.integers(header.times, size: 8),
      let indexes = file.integers(header.times, size: 1)
    else { return nil }
    var offsets: [Int] = []
    for _ in 0..<header.types {
      guard let offset = file.integer(4), file.skip(2) else { return nil }
      offsets.append(Int(offset))
    }
    guard indexes.allSatisfy({ offsets.indices.contains(Int($0)) }), times == times.sorted(),
      file.skip(header.lengthBehindTypes)
    else { return nil }
    let footer = file.footer()
    guard let footer, footer.isEmpty || YearlyRule(footer) != nil else { return nil }
    self.init(
      name: name, offsetBefore: offsets[0],
      changes: zip(times, indexes).map { Transition(time: $0, offset: offsets[Int($1)]) },
      yearlyRule: YearlyRule(footer))
  }
}

/// Goes through the bytes of a TZif file.
private struct TZifReader {
  struct Header {
    let version: UInt8
    let universalFlags, standardFlags, leapSeconds, times, types, characters: Int

    func length(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
        + standardFlags + universalFlags
    }

    /// The bytes after the types in a block with 64-bit times.
    var lengthBehindTypes: Int {
      characters + leapSeconds * 12 + standardFlags + universalFlags
    }
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= rest.count else { return false }
    rest = rest.dropFirst(count)
    return true
  }

  /// A big-endian integer in two's complement.
  mutating func integer(_ size: Int) -> Int64? {
    guard size <= rest.count else { return nil }
    var value: Int64 = size > 1 && (rest.first ?? 0) >= 0x80 ? -1 : 0
    for byte in rest.prefix(size) { value = value << 8 | Int64(byte) }
    rest = rest.dropFirst(size)
    return value
  }

  mutating func integers(_ count: Int, size: Int) -> [Int64]? {
    guard count * size <= rest.count else { return nil }
    return (0..<count).compactMap { _ in integer(size) }
  }

  mutating func header() -> Header? {
    guard rest.starts(with: "TZif".utf8), rest.count >= 44 else { return nil }
    let version = rest[rest.startIndex + 4]
    guard skip(20), let counts = integers(6, size: 4),
      counts.allSatisfy({ (0...100_000).contains($0) })
    else { return nil }
    let numbers = counts.map { Int($0) }
    return Header(
      version: version, universalFlags: numbers[0], standardFlags: numbers[1],
      leapSeconds: numbers[2], times: numbers[3], types: numbers[4], characters: numbers[5])
  }

  /// The TZ string between two LFs; empty if there is none, nil without the LFs.
  mutating func footer() -> String? {
    guard rest.first == 0x0A else { return nil }
    rest = rest.dropFirst()
    guard let end = rest.firstIndex(of: 0x0A) else { return nil }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
