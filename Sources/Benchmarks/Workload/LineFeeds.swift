// The floor of everything that reads: how fast the C library finds the ends of lines.

import EventLog
import JSONLines
import Platform

/// The number of LFs, found with `memchr(3)`.
func countOfLineFeeds(_ bytes: UnsafeRawBufferPointer) -> Int {
  guard var start = bytes.baseAddress else { return 0 }
  let end = start + bytes.count
  var count = 0
  while start < end, let found = memchr(start, 0x0A, end - start) {
    count += 1
    start = UnsafeRawPointer(found) + 1
  }
  return count
}

/// The number of LFs in a file, read in the pieces in which histories are read.
func countOfLineFeeds(inFile path: String) throws -> Int {
  let chunks = try HistoryFile(path: path).chunks(from: .start)
  var storage = ByteStorage.empty
  var count = 0
  while let chunk = try chunks.next(reusing: &storage) {
    count += countOfLineFeeds(UnsafeRawBufferPointer(rebasing: chunk.storage.bytes[chunk.lines]))
  }
  return count
}
