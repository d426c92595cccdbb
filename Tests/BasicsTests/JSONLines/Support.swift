// Short ways to ask for a verdict, for several test files.

import Foundation
import JSONLines

/// The time that this thread has run, in seconds: it doesn't depend on how busy the machine is.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Why the text is refused; nil if it is accepted.
func refusal(of bytes: [UInt8], _ profile: JSONProfile) -> JSONError? {
  do throws(JSONError) {
    try validateJSON(ByteStorage.copy(of: bytes), profile: profile)
    return nil
  } catch {
    return error
  }
}

func refusal(of text: String, _ profile: JSONProfile) -> JSONError? {
  refusal(of: Array(text.utf8), profile)
}

/// A reader of a whole text.
func reader(_ text: String, _ profile: JSONProfile) -> JSONReader {
  let storage = ByteStorage.copy(of: text)
  return JSONReader(storage, in: 0..<storage.count, profile: profile)
}

/// A copy of all bytes.
func bytes(of storage: ByteStorage) -> [UInt8] {
  withExtendedLifetime(storage) { Array(storage.bytes) }
}

/// A copy of the raw bytes of a range.
func bytes(of range: TextRange, in storage: ByteStorage) -> [UInt8] {
  withExtendedLifetime(storage) { Array(storage.slice(range)) }
}

/// A copy of the bytes of a text.
func bytes(of text: Text) -> [UInt8] { bytes(of: text.range, in: text.storage) }

/// The output of a writer.
func written(_ write: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter(capacity: 1)
  write(&writer)
  let storage = writer.storage()
  return storage.string(TextRange(offset: 0, count: storage.count))
}
