// An evidence pack that was unpacked to a folder.

struct PackFolder {
  private let path: String
  private let disk = PosixDisk()

  /// - Returns: nil if the path doesn't lead to a folder.
  init?(_ path: String) {
    guard path != "-", (try? disk.item(at: path)) == .directory else { return nil }
    self.path = path
  }

  /// All files in it, by their names in the pack.
  func files(_ world: World) throws(Failure) -> [TarArchive.File] {
    var files: [TarArchive.File] = []
    for name in try asking(names()).sorted() {
      // A link may lead anywhere.
      guard try asking(isPlain(name, .file)) else {
        throw Failure(
          .badData, code: "bad-proof", "\(path)/\(name) isn't a file of an evidence pack.",
          hint: "Pass a folder that has nothing but what the pack has.")
      }
      files.append(.init(name, try world.readLarge("\(path)/\(name)")))
    }
    return files
  }

  private func names() throws(DiskError) -> [String] {
    var names: [String] = []
    for name in try disk.names(in: path) {
      if name == EvidencePack.folder, try isPlain(name, .directory) {
        names += try disk.names(in: "\(path)/\(name)").map { "\(name)/\($0)" }
      } else {
        names.append(name)
      }
    }
    return names
  }

  private func isPlain(_ name: String, _ item: DiskItem) throws(DiskError) -> Bool {
    let path = "\(path)/\(name)"
    guard try disk.item(at: path) == item else { return false }
    return try !disk.isSymbolicLink(path)
  }

  private func asking<Answer>(_ answer: @autoclosure () throws(DiskError) -> Answer) throws(Failure)
    -> Answer
  {
    try Failure.of(DiskError.self, answer()) { Failure(LogError($0, path: path)) }
  }
}
