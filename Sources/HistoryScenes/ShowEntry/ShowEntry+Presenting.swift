// One entry as text.

extension Entry {
  /// The fields of the command, then the personal ones.
  var requestedFields: FieldTree {
    FieldTree(
      [command, isErased ? 0..<0 : personal].compactMap { part in
        part.isEmpty ? nil : try? JSONValue(storage, in: part, profile: .anyOrder)
      })
  }
}

extension ShowEntry {
  static func viewModel(
    of item: ShowLog.Item, marks: [String] = [], _ formatting: Formatting
  ) -> ViewModel {
    let entry = item.entry
    let text = ValueText(item, formatting)
    return ViewModel(
      title: "Entry \(entry.seq): \(item.command), \(item.refusalText ?? "accepted")",
      isRefused: !entry.isAccepted, facts: facts(of: item, formatting),
      requested: requested(in: entry, text), events: events(in: entry, text),
      changes: item.changes?.lines(formatting) ?? [], marks: marks)
  }

  private struct ValueText {
    private let kinds: FieldKinds
    private let currency: String
    private let formatting: Formatting

    /// Amounts are in the currency that the command names, which a refused one doesn't give its
    /// stream; without one, in that of the stream.
    init(_ item: ShowLog.Item, _ formatting: Formatting) {
      kinds = item.changes?.kinds ?? .none
      currency =
        kinds.currency(of: item.entry.requestedFields) ?? item.changes?.currencies.new ?? ""
      self.formatting = formatting
    }

    func callAsFunction(_ leaf: FieldTree.Leaf) -> String {
      kinds.text(of: leaf.value, at: leaf.path, currency, formatting)
    }
  }

  private static func facts(of item: ShowLog.Item, _ formatting: Formatting) -> [LabelledText] {
    let entry = item.entry
    let storage = entry.storage
    let head = try? entry.commandHead()
    let facts: [(String, String?)] = [
      ("stream", "\(storage.string(entry.stream)), revision \(entry.rev)"),
      ("at", formatting.exact(entry.at)),
      ("actor", storage.string(entry.actor)),
      (
        "recorded by",
        entry.recordedBy.isPresent ? storage.string(entry.recordedBy).unmistakable : nil
      ),
      ("reason", item.reason),
      ("id", head.flatMap { $0.id.isPresent ? storage.string($0.id) : nil }),
      ("expected", head?.expect.map { "revision \($0)" }),
      (
        "imported",
        entry.source.isPresent
          ? "\(storage.string(entry.source)), line \(entry.sourceLine)" : nil
      ),
      (
        "rules",
        entry.rulesVersion.isPresent
          ? "version \(storage.string(entry.rulesVersion).unmistakable)" : nil
      ),
    ]
    return facts.compactMap { label, text in text.map { LabelledText(label, $0) } }
  }

  /// The command's fields with the personal ones, which are separate in the entry.
  private static func requested(in entry: Entry, _ text: ValueText) -> [LabelledText] {
    let envelope: Set<String> = ["type", "id", "expect", "reason", "salt"]
    let facts = entry.requestedFields.leaves.filter { !envelope.contains($0.path) }
      .map { LabelledText($0.path, text($0)) }
    return facts
      + (entry.isErased
        ? [LabelledText("personal data", entry.isWithheld ? "withheld" : "erased")] : [])
  }

  /// The events, with those of their fields that the command doesn't have with the same value.
  private static func events(in entry: Entry, _ text: ValueText) -> [String] {
    guard !entry.events.isEmpty,
      let value = try? JSONValue(entry.storage, in: entry.events, profile: .anyOrder)
    else { return [] }
    let asked = entry.requestedFields.leaves
    return (value.array ?? []).map { event in
      let members = FieldTree(event).leaves.filter { $0.path != "type" && !asked.contains($0) }
        .map { "\($0.path) \(text($0))" }
      let rest = members.isEmpty ? "" : ": " + members.joined(separator: ", ")
      return (event["type"]?.string ?? "") + rest
    }
  }
}
