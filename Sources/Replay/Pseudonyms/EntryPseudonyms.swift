// Puts pseudonyms into an entry. What isn't known to be harmless is replaced: an unknown text is
// more likely a name than not.

public import EventSourcing
public import JSONLines

/// Replaces the personal texts of entries.
public struct EntryPseudonyms: Sendable {
  /// What is done with the text of a field.
  public enum Treatment: Sendable {
    /// It stays as it is.
    case kept
    /// A pseudonym of this form takes its place.
    case replaced(Pseudonyms.Form)
  }

  private let pseudonyms: Pseudonyms
  private let fields: [String: Treatment]

  private static let heads: [String: Treatment] = ["type": .kept, "id": .kept, "salt": .kept]

  /// Pseudonyms for a domain's entries.
  ///
  /// - Parameters:
  ///   - pseudonyms: Makes them.
  ///   - fields: What is done with the texts of commands, events and personal blocks, by their
  ///     names without numbers: `items.sku`. All others are replaced.
  public init(_ pseudonyms: Pseudonyms, fields: [String: Treatment]) {
    self.pseudonyms = pseudonyms
    self.fields = fields.merging(Self.heads) { _, head in head }
  }

  /// Writes an entry with pseudonyms, as a line of a history without its LF. Numbers, names of
  /// types and streams, times and refusals stay; checksum and import are omitted.
  ///
  /// - Throws: `JSONError` if it isn't JSON within the log's profile.
  public func write(_ entry: Entry, to writer: inout JSONWriter) throws(JSONError) {
    var tree = try JSONValue(entry.storage, in: entry.line, profile: .anyOrder)
    tree["source"] = nil
    tree["line"] = nil
    for key in ["actor", "meta"] {
      if let value = tree[key] { tree[key] = replaced(value, at: key) }
    }
    for key in ["command", "events"] {
      if let value = tree[key] { tree[key] = replaced(value, at: "") }
    }
    // Erased, it is only a hash.
    if !entry.isErased, let personal = tree["personal"] {
      tree["personal"] = replaced(personal, at: "")
    }
    HistoryWriter.write(tree, to: &writer)
  }

  private func replaced(_ value: JSONValue, at path: String) -> JSONValue {
    switch value {
    case .string(let text):
      switch fields[path] ?? .replaced(.text) {
      case .kept: return value
      case .replaced(let form): return .string(pseudonyms.pseudonym(of: text, as: form))
      }
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
