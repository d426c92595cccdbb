// An archive of small files that every `tar` reads: POSIX ustar. The same files make the same bytes.

package enum TarArchive {
  package struct File: Equatable, Sendable {
    /// At most 100 bytes.
    package let name: String
    package let bytes: [UInt8]
    /// Whether only its owner may read it once it is unpacked.
    package let isPrivate: Bool

    package init(_ name: String, _ bytes: [UInt8], isPrivate: Bool = false) {
      self.name = name
      self.bytes = bytes
      self.isPrivate = isPrivate
    }
  }

  private static let blockSize = 512

  /// A file as it is in an archive.
  package static func bytes(of file: File) -> [UInt8] {
    header(of: file) + file.bytes + padding(after: file.bytes.count)
  }

  /// What an archive ends with.
  package static let end = [UInt8](repeating: 0, count: 2 * blockSize)

  private static func padding(after count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (blockSize - count % blockSize) % blockSize)
  }

  private static func header(of file: File) -> [UInt8] {
    // Owner and time are the same for all: root, and 1970.
    let fields: [(text: String, width: Int)] = [
      (file.name, 100), (file.isPrivate ? "0000600" : "0000644", 8), ("0000000", 8), ("0000000", 8),
      (octal(file.bytes.count, digits: 11), 12), (octal(0, digits: 11), 12),
      (String(repeating: " ", count: 8), 8), ("0", 1), ("", 100), ("ustar", 6), ("00", 2),
      ("", 32), ("", 32), ("0000000", 8), ("0000000", 8), ("", 155 + 12),
    ]
    var header: [UInt8] = []
    for (text, width) in fields {
      let bytes = Array(text.utf8.prefix(width))
      header += bytes + [UInt8](repeating: 0, count: width - bytes.count)
    }
    let sum = header.reduce(0) { $0 + Int($1) }
    header.replaceSubrange(148..<156, with: Array(octal(sum, digits: 6).utf8) + [0, 0x20])
    return header
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// The files in an archive of this kind; nil if it isn't one.
  package static func files(in archive: [UInt8]) -> [File]? {
    var files: [File] = []
    var rest = archive[...]
    while rest.prefix(2 * blockSize) != end[...] {
      guard rest.count > 2 * blockSize, let file = file(at: &rest) else { return nil }
      files.append(file)
    }
    return rest.allSatisfy { $0 == 0 } ? files : nil
  }

  private static func file(at rest: inout ArraySlice<UInt8>) -> File? {
    let header = Array(rest.prefix(blockSize))
    let name = String(validating: header[..<100].prefix { $0 != 0 }, as: UTF8.self)
    let size = Int(String(decoding: header[124..<135], as: UTF8.self), radix: 8)
    guard let name, let size, size >= 0, size <= rest.count - blockSize else { return nil }
    let bytes = Array(rest.dropFirst(blockSize).prefix(size))
    // Other archives may have what isn't read here: links, long names, owners.
    let file = [false, true].map { File(name, bytes, isPrivate: $0) }
      .first { header == self.header(of: $0) }
    guard let file else { return nil }
    rest = rest.dropFirst(blockSize + size + padding(after: size).count)
    return file
  }
}
