// Looks up single entries of a log.

import JSONLines

extension StreamName {
  /// Whether an entry is of this stream.
  package func isStream(of entry: Entry) -> Bool {
    entry.storage.slice(entry.stream).elementsEqual(text.bytes)
  }
}

extension EntrySource {
  /// The stream of an entry.
  package func stream(ofEntry seq: Int) throws(LogError) -> StreamName {
    var reader = try EntryReader(self, from: try cursor(before: seq))
    while reader.seq < seq, let entry = try reader.next() {
      guard entry.seq == seq else { continue }
      guard let stream = StreamName(Text(entry.storage, entry.stream)) else {
        throw reader.corrupt("The stream of this entry has an invalid name.", seq: seq)
      }
      return stream
    }
    throw .noEntry(seq, end: reader.seq)
  }
}
