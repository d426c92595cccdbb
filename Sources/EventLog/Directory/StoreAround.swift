// Which folders are only a store's. Files that the user names are written elsewhere: in a store, one could be
// taken for a segment.

extension PosixDisk {
  /// The folder of the store that a file is in, or would be in; nil if that is no store's.
  package func store(around path: String) -> String? {
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let file = resolved(path) ?? resolved(parent).map { $0 + "/" }
    guard var place = file?[...] else { return nil }
    while let slash = place.lastIndex(of: "/") {
      place = place[..<slash]
      if (try? item(at: place + "/store.json")) != nil { return String(place) }
    }
    return nil
  }
}
