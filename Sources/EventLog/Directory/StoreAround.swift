// The folders that belong to a store alone. Files that the user names are written elsewhere: in a store, one could be
// taken for a segment.

extension PosixDisk {
  /// Checks that a store that was at this path wouldn't be in another one.
  func checkIsOutsideStores(_ path: String) throws(LogError) {
    guard let store = store(around: LogDirectory(path, on: self).path) else { return }
    throw LogError(
      .cannotCreate, "\(path) would be in the store \(store).",
      hint: "Choose a folder outside of that store.")
  }

  /// The folder of the store that a file is in, or would be in; nil if that is no store's.
  package func store(around path: String) -> String? {
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let file = resolved(path) ?? resolved(parent).map { $0 + "/" }
    guard var place = file?[...] else { return nil }
    while let slash = place.lastIndex(of: "/") {
      place = place[..<slash]
      if isStore(String(place)) { return String(place) }
    }
    return nil
  }

  /// Whether a folder is a store's, even one that has lost its description.
  private func isStore(_ path: String) -> Bool {
    func item(_ name: String) -> DiskItem? { (try? self.item(at: path + name)) ?? nil }
    return item("/store.json") != nil || item("/lock") == .file && item("/log") == .directory
  }
}
