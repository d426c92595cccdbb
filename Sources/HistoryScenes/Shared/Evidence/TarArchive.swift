// An archive of small files that every `tar` reads: POSIX ustar. The same files make the same bytes; what another `tar`
// made of them is read, too.

package enum TarArchive {
  package struct File: Equatable, Sendable {
    /// The name; at most 100 bytes.
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

  /// The end of an archive.
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

  /// The files in an archive of any program: ustar or GNU tar, without `./` before their names. Folders that have no
  /// files are among them, with a slash at the end.
  ///
  /// - Returns: nil if it isn't an archive, or has anything but files and folders.
  package static func files(in archive: [UInt8]) -> [File]? {
    var (files, folders) = ([File](), [String]())
    var rest = archive[...]
    while rest.prefix(blockSize).contains(where: { $0 != 0 }) {
      guard let header = Header(rest.prefix(blockSize)), header.size <= rest.count - blockSize
      else { return nil }
      let bytes = Array(rest.dropFirst(blockSize).prefix(header.size))
      rest = rest.dropFirst(blockSize + header.size + padding(after: header.size).count)
      if header.isFolder {
        folders.append(header.name)
      } else {
        files.append(File(header.name, bytes, isPrivate: header.isPrivate))
      }
    }
    let empty = folders.filter { folder in !files.contains { $0.name.hasPrefix(folder) } }
    guard rest.count >= end.count, rest.allSatisfy({ $0 == 0 }) else { return nil }
    return files + empty.map { File($0, []) }
  }

  /// The block before the bytes of a file.
  private struct Header {
    let name: String
    let size: Int
    let isFolder: Bool
    let isPrivate: Bool

    init?(_ block: ArraySlice<UInt8>) {
      let block = Array(block)
      func text(_ field: Range<Int>) -> String? {
        String(validating: block[field].prefix { $0 != 0 }, as: UTF8.self)
      }
      guard block.count == blockSize, block[257..<262].elementsEqual("ustar".utf8),
        let name = text(0..<100), let prefix = block[262] == 0 ? text(345..<500) : "",
        let size = octal(block[124..<136]), let mode = octal(block[100..<108]),
        let sum = octal(block[148..<156]), sum == Self.sum(of: block)
      else { return nil }
      let path = prefix.isEmpty ? name : prefix + "/" + name
      self.name = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
      (self.size, isPrivate) = (size, mode & 0o077 == 0)
      // The letters for a file, an older one, and a folder.
      switch block[156] {
      case 0x30, 0: isFolder = false
      case 0x35 where size == 0: isFolder = true
      default: return nil
      }
    }

    /// The sum of all bytes, with spaces in place of the sum itself.
    private static func sum(of block: [UInt8]) -> Int {
      block.enumerated().reduce(0) { $0 + (148..<156 ~= $1.offset ? 0x20 : Int($1.element)) }
    }
  }

  /// The number in a field, which spaces and zeroes may surround.
  private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == 0x20 }.prefix { 0x30...0x37 ~= $0 }
    let rest = field[digits.endIndex...]
    guard rest.allSatisfy({ $0 == 0x20 || $0 == 0 }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}
