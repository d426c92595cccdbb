// A store's description or, if the file is lost or damaged, the one that it must have had: each segment names the store
// in its first line, and so does the base.

/// A store's description, read or made again.
struct FoundDescription {
  let description: StoreDescription
  /// The damage of the file; nil if it was read.
  let damage: LogError?

  /// - Throws: `corrupt` if the file is lost or damaged, and nothing or too much says which store it is of; `noSuchStore`,
  ///   `notAStore`, `newerVersion`.
  init(in directory: LogDirectory) throws(LogError) {
    do throws(LogError) {
      (description, damage) = (try .read(in: directory), nil)
    } catch {
      guard error.code == .corrupt, let place = error.place else { throw error }
      let lines = try directory.namingLines()
      let ids = Set(lines.map { $0.id })
      guard let first = lines.first, ids.count == 1,
        var made = StoreDescription(id: first.id, created: first.time)
      else {
        throw LogError(
          .corrupt,
          ids.isEmpty
            ? "\(error.message) No segment says which store it is of."
            : "\(error.message) The segments are of different stores: \(ids.sorted().joined(separator: ", ")).",
          at: place, hint: "Nothing was changed. Restore the file from a copy.")
      }
      let segments = try directory.segmentsIfAny()
      made.hasBase = try directory.item(at: directory.baseFile) == .file && segments.first != 1
      if let last = segments.last { made.isArchive = try !directory.isWritable(last) }
      (description, damage) = (made, error)
    }
  }
}

extension FoundDescription {
  /// - Throws: `readOnly` for an archive, unless its description has to be written again.
  func checkIsWritable() throws(LogError) {
    if damage == nil { try description.checkIsWritable() }
  }
}

/// A line that says which store it is of, and the time of the first entry that it tells of.
private typealias NamingLine = (id: String, time: Timestamp)

extension LogDirectory {
  /// The segments; none if their folder is lost, too.
  fileprivate func segmentsIfAny() throws(LogError) -> [Int] {
    try item(at: log) == .directory ? segments() : []
  }

  /// The first lines of the base and the segments, as far as they match their checksums.
  fileprivate func namingLines() throws(LogError) -> [NamingLine] {
    var files: [OpenFile] = []
    if try item(at: baseFile) == .file {
      files.append(try OpenFile(baseFile, for: .reading, on: disk))
    }
    for segment in try segmentsIfAny() where try !isTaken(segmentPath(segment)) {
      files.append(try openSegment(segment, for: .reading))
    }
    var lines: [NamingLine] = []
    for file in files {
      let line = try file.firstLine(upTo: Self.longestHeader)
      guard EntryDecoder.hasTrueChecksum(line.bytes),
        let json = try? JSONValue(line, in: 0..<line.count, profile: .canonical),
        let id = json["store"]?.string,
        let time = (json["first"] ?? json["at"])?.string.flatMap({ Timestamp($0) })
      else { continue }
      lines.append((id, time))
    }
    return lines
  }
}
