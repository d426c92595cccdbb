// Tiles in a folder of the user's, to be kept where they can't be changed together with the log.

import Platform

struct TileFolder: TileOutput, TileInput {
  let path: String
  private let world: World

  init(_ path: String, _ world: World) {
    self.path = path
    self.world = world
  }

  /// A folder to write to: not in a store, where files would be taken for the log's.
  init(new path: String, _ world: World) throws(Failure) {
    self.init(path, world)
    try NewFile.checkIsOutsideStores(path)
  }

  /// A folder that has tiles.
  init(kept path: String, _ world: World) throws(Failure) {
    self.init(path, world)
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(
        .notFound, code: "no-such-folder", "There is no folder \(path).",
        hint: Failure.passExportedTiles)
    }
  }

  private func file(_ tile: String) -> String { "\(path)/tile/\(tile)" }

  func read(_ tile: String) throws(Failure) -> [UInt8]? {
    do throws(Failure) {
      return try world.read(file(tile))
    } catch {
      if error.kind == .notFound { return nil }
      throw error
    }
  }

  func write(_ bytes: [UInt8], to tile: String) throws(Failure) {
    let file = file(tile)
    if try isKept(bytes, as: tile) { return }
    var folder = ""
    for part in file.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      folder += part + "/"
      mkdir(folder, 0o700)
    }
    try NewFile.write(bytes, to: file)
  }

  /// Whether the folder has the tile already. Those with fewer or more hashes must have the same as far as both go.
  private func isKept(_ bytes: [UInt8], as tile: String) throws(Failure) -> Bool {
    let full = tile.firstRange(of: ".p/").map { String(tile[..<$0.lowerBound]) } ?? tile
    let widths = (try? PosixDisk().names(in: file(full + ".p"))) ?? []
    var isKept = false
    for name in [full] + widths.map({ "\(full).p/\($0)" }) {
      guard let kept = try read(name) else { continue }
      let count = min(kept.count, bytes.count)
      guard kept.prefix(count) == bytes.prefix(count), name != tile || kept.count == bytes.count
      else {
        throw Failure(
          .badData, code: "other-tiles", "\(file(name)) has other hashes than the log.",
          hint: "The log was changed since, or the folder is another log's. Nothing was replaced.")
      }
      if name == tile { isKept = true }
    }
    return isKept
  }
}
