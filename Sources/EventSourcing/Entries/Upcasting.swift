// Rewrites entries of older versions. Rare, so it may be slow: the line becomes a tree and back.

extension [Upcaster] {
  /// The entry's line in the current form, or nil if none of these applies to it.
  func rewrite(_ entry: Entry) throws(JSONError) -> ByteStorage? {
    var tree = try JSONValue(entry.storage, in: entry.line, profile: .anyOrder)
    var isRewritten = false
    // An upcaster may lead to a type that a later one is for.
    for upcaster in self where tree.typesOfEntry.contains(upcaster.type) {
      upcaster.rewrite(&tree)
      isRewritten = true
    }
    guard isRewritten else { return nil }
    tree["crc"] = nil
    var writer = JSONWriter()
    writer.value(tree)
    return writer.storage()
  }
}

extension JSONValue {
  /// The types of the entry's command and events.
  var typesOfEntry: [String] {
    let payloads = [self["command"]] + (self["events"]?.array ?? [])
    return payloads.compactMap { $0?["type"]?.string }
  }
}
