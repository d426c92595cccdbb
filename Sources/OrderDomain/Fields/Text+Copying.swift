// Texts that are kept must not keep a whole chunk of the log alive.

import JSONLines

extension Text {
  /// The same text in a storage of its own.
  init(copying text: Text) {
    self.init(ByteStorage.copy(of: text.bytes), TextRange(offset: 0, count: text.range.count))
  }
}
