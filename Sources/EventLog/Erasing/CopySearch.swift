// Finds out whether a copy of a store still has data that was erased in the store, from the copy itself, not from notes.

/// Whether a folder that got a copy of a store's entries has personal data of some streams. Reads all its entries, as far
/// as it finds none.
///
/// - Parameters:
///   - streams: The streams.
///   - path: The folder.
///   - isInBase: Whether what it has in place of archived entries has such data.
/// - Returns: nil if that can't be told: it can't be read, or has other files.
package func hasPersonalData(
  of streams: [StreamName], inCopy path: String,
  isInBase: (_ base: ArchivedPrefix) throws(LogError) -> Bool
) -> Bool? {
  do throws(LogError) {
    let copy = try StoreReader(path: path, usesCache: false)
    // Also those that the base stands for by now.
    let whole = try StoreReader(LogDirectory(path), ignoringBase: true).directory
    let table = StreamTable(streams)
    for segment in try whole.segments() {
      let file = try HistoryFile(path: whole.openSegment(segment, for: .reading).path)
      var entries = try EntryReader(file, acceptsMisplaced: true)
      while let entry = try entries.next() {
        if entry.hasPersonalData, table.find(entry.storage.slice(entry.stream)) != nil {
          return true
        }
      }
    }
    if let base = copy.base, try isInBase(base) { return true }
    let (stray, quarantined) = (try strayFiles(of: path), try quarantinedFiles(of: path))
    return stray == StrayFiles() && quarantined.isEmpty ? false : nil
  } catch {
    return nil
  }
}
