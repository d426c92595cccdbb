// Time zones by the names that people type. The rules of places are the system's.

extension World {
  /// UTC, an offset, or a place in the system's tz database; nil if there is no such zone.
  func timeZone(named name: String) -> TimeZoneRules? {
    if let zone = TimeZoneRules(offset: name) { return zone }
    let isName = name.utf8.allSatisfy { byte in
      byte < 0x80
        && (Character(Unicode.Scalar(byte)).isLetter || "/_-+0123456789".utf8.contains(byte))
    }
    guard isName, !name.hasPrefix("/"), let bytes = timeZoneFile(name) else { return nil }
    return TimeZoneRules(name: name, compiled: bytes)
  }
}

private let database = "/usr/share/zoneinfo/"

extension World {
  /// UTC, and the places in the system's tz database; UTC alone where it lists none.
  func timeZoneNames() -> [String] {
    let bytes = (try? read(database + "zone.tab")) ?? []
    let places = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      // A country, coordinates, the name, and perhaps a remark.
      line.hasPrefix("#") ? nil : line.split(separator: "\t").dropFirst(2).first.map(String.init)
    }
    return [TimeZoneRules.utc.name] + places.sorted()
  }
}

/// A small file below the system's tz database.
@Sendable func compiledTimeZone(_ name: String) -> [UInt8]? {
  let disk = PosixDisk()
  let path = database + name
  guard case .file? = try? disk.item(at: path), let file = try? disk.open(path, for: .reading)
  else { return nil }
  defer { disk.close(file) }
  guard let size = try? disk.size(of: file), size < 1 << 20 else { return nil }
  var bytes = [UInt8](repeating: 0, count: size)
  let count = try? bytes.withUnsafeMutableBytes { try disk.read(file, at: 0, into: $0) }
  return count == size ? bytes : nil
}
