// Keeps what is removed from the log. Nothing in here is ever overwritten, and nothing is deleted but by request.

struct Quarantine {
  private let directory: LogDirectory

  /// Creates the folder if it doesn't exist.
  init(in directory: LogDirectory) throws(LogError) {
    self.directory = directory
    let disk = directory.disk
    if try directory.on(directory.quarantine, disk.isSymbolicLink) {
      throw LogError(
        .corrupt, "The store's quarantine folder is a symbolic link.",
        at: Place(file: directory.quarantine, line: 1, byte: 0),
        hint: "Remove the link; the folder is then created.")
    }
    try directory.on(directory.quarantine) { (path) throws(DiskError) in
      if try disk.item(at: path) == nil { try disk.makeFolder(path) }
      try disk.syncFolder(directory.path)
    }
  }

  /// Copies a part of a file onto stable storage, and returns the copy's path.
  /// - Parameter name: The name of the copy; a number is added if there is a file with that name.
  func keep(_ source: OpenFile, _ part: Range<Int>, as name: String) throws(LogError) -> String {
    try make(name) { (copy) throws(LogError) in try copy.take(from: source, part) }
  }

  /// Writes a new file, onto stable storage, and returns its path.
  func keep(_ content: ByteStorage, as name: String) throws(LogError) -> String {
    try make(name) { (file) throws(LogError) in try file.write(content, at: 0) }
  }

  private func make(_ name: String, _ write: (OpenFile) throws(LogError) -> Void)
    throws(LogError) -> String
  {
    let path = try Self.unusedPath(for: name, in: directory)
    try directory.writeInOneStep(path, by: directory.incoming, write)
    try directory.syncFolder(directory.quarantine)
    return path
  }

  /// Moves a whole segment here, and returns its new path.
  func move(segment: Int) throws(LogError) -> String {
    try move(directory.segmentPath(segment), as: SegmentName.text(segment))
  }

  /// Moves whatever has a path here, and returns its new path.
  func move(_ path: String, as name: String) throws(LogError) -> String {
    let (target, disk) = (try Self.unusedPath(for: name, in: directory), directory.disk)
    try directory.on(path) { (path) throws(DiskError) in
      try disk.rename(path, to: target)
      try disk.syncFolder(directory.quarantine)
      try disk.syncFolder(directory.parent(of: path))
    }
    return target
  }

  /// The path under which a part would be kept, whether there is a quarantine yet or not. While the store is locked, no
  /// other process creates files there.
  static func unusedPath(for name: String, in directory: LogDirectory) throws(LogError) -> String {
    let path = directory.quarantine + "/" + name
    return try directory.on(path) { (path) throws(DiskError) in
      var candidate = path
      var number = 2
      while try directory.disk.item(at: candidate) != nil {
        candidate = "\(path).\(number)"
        number += 1
      }
      return candidate
    }
  }
}

/// The files in a store's quarantine that were taken out of its log: whole entries, or parts of them.
public func quarantinedFiles(of path: String) throws(LogError) -> [String] {
  try Quarantine.files(in: LogDirectory(path))
}

/// Deletes the files in a store's quarantine that were taken out of its log. The reports about them stay.
///
/// - Returns: The paths of what was deleted.
public func purgeQuarantine(of path: String) throws(LogError) -> [String] {
  let directory = LogDirectory(path)
  let files = try Quarantine.files(in: directory)
  guard !files.isEmpty else { return [] }
  for file in files { try directory.remove(file) }
  for folder in Set(files.map(directory.parent)).sorted() { try directory.syncFolder(folder) }
  return files
}

extension Quarantine {
  static func files(in directory: LogDirectory) throws(LogError) -> [String] {
    try files(in: directory) { !$0.hasSuffix(".json") }
  }

  /// The reports of recoveries.
  static func reports(in directory: LogDirectory) throws(LogError) -> [String] {
    try files(in: directory) { $0.hasPrefix("seq-") && $0.contains(".json") }
  }

  private static func files(in directory: LogDirectory, where isWanted: (String) -> Bool)
    throws(LogError) -> [String]
  {
    try directory.on(directory.quarantine) { (path) throws(DiskError) in
      try files(at: path, on: directory.disk).filter {
        isWanted(String($0.split(separator: "/").last ?? ""))
      }
    }
  }

  private static func files(at path: String, on disk: any Disk) throws(DiskError) -> [String] {
    // A link leads to files that aren't the store's.
    if try disk.isSymbolicLink(path) { return [] }
    switch try disk.item(at: path) {
    case .file: return [path]
    case .directory:
      // One that can't be listed is named itself.
      guard let names = try? disk.names(in: path) else { return [path] }
      var all: [String] = []
      for name in names.sorted() { all += try files(at: path + "/" + name, on: disk) }
      return all
    default: return []
    }
  }
}
