// Texts that are kept must not keep a whole chunk of the log alive.

extension Text {
  /// Makes a copy of the text in its own storage.
  init(copying text: Text) {
    self.init(ByteStorage.copy(of: text.bytes), TextRange(offset: 0, count: text.range.count))
  }
}
