// Puts pseudonyms into an entry. What isn't known to be harmless is replaced: an unknown text is
// more likely a name than not.

package struct EntryPseudonyms: Sendable {
  private let pseudonyms: Pseudonyms
  private let kept: Set<ExactString>

  /// - Parameter kept: The texts of commands, events and personal blocks that stay, by their names without
  ///   numbers: `items.sku`. All others are replaced.
  package init(_ pseudonyms: Pseudonyms, keeping kept: Set<String>) {
    self.pseudonyms = pseudonyms
    self.kept = Set(kept.union(["type", "id"]).map { ExactString($0) })
  }

  /// The pseudonym of a text that may be personal.
  package func pseudonym(of text: String) -> String { pseudonyms.pseudonym(of: text) }

  /// Writes an entry with pseudonyms, as a line of a history without its LF. Numbers, names of
  /// types and streams, times and refusals stay; checksum and import are omitted.
  ///
  /// - Throws: `JSONError` if it isn't JSON within the log's profile.
  package func write(_ entry: Entry, to writer: inout JSONWriter) throws(JSONError) {
    var tree = try JSONValue(entry.storage, in: entry.line, profile: .anyOrder)
    tree["source"] = nil
    tree["line"] = nil
    for key in ["actor", "recordedBy", "meta"] {
      if let value = tree[key] { tree[key] = replaced(value, at: key) }
    }
    for key in ["command", "events"] {
      if let value = tree[key] { tree[key] = replaced(value, at: "") }
    }
    // Erased, it is only a hash.
    if !entry.isErased, let personal = tree["personal"] {
      var block = replaced(personal, at: "")
      block["salt"] = personal["salt"]?.string.map { .string(pseudonyms.salt(for: $0)) }
      tree["personal"] = block
    }
    HistoryWriter.write(tree, to: &writer)
  }

  private func replaced(_ value: JSONValue, at path: String) -> JSONValue {
    switch value {
    case .string(let text):
      return .string(kept.contains(ExactString(path)) ? text : pseudonyms.pseudonym(of: text))
    case .array(let elements): return .array(elements.map { replaced($0, at: path) })
    case .object(let members):
      return .object(
        members.map { member in
          let name = path.isEmpty ? member.key : path + "." + member.key
          return JSONValue.Member(member.key, replaced(member.value, at: name))
        })
    case .null, .boolean, .integer: return value
    }
  }
}
