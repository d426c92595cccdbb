// Where personal data was erased, an entry may have changed any personal field, and nothing tells which. So
// an answer about these fields may be older than it seems, and has to say so.

/// The accepted entries that an answer depends on and whose personal data was erased.
package struct Erasures: Equatable, Sendable {
  package private(set) var entries: [Int]

  package init(_ entries: [Int] = []) { self.entries = entries }

  package init(_ erasures: some Sequence<Erasure>) {
    entries = Set(erasures.map(\.seq)).sorted()
  }

  /// These and others.
  func and(_ others: Erasures) -> Erasures {
    others.entries.isEmpty ? self : Erasures(Set(entries).union(others.entries).sorted())
  }

  /// Adds an entry if it is one.
  mutating func take(_ entry: Entry) {
    if entry.lostItsChanges, !entry.isWithheld, entries.last != entry.seq {
      entries.append(entry.seq)
    }
  }

  /// The erasures that may have set a field after an entry.
  func since(_ seq: Int, of field: String, in domain: any HistoryDomain.Type) -> Erasures {
    guard !entries.isEmpty, domain.personalFields.contains(field) else { return Erasures() }
    return Erasures(entries.filter { $0 > seq })
  }

  /// A note for people; nil if there are none.
  package var note: String? {
    guard let first = entries.first else { return nil }
    return entries.count == 1
      ? "The personal data of entry \(first) was erased: what it changed isn't shown."
      : "The personal data of \(list) was erased: what they changed isn't shown."
  }

  static func noteOfTaken(_ count: Int) -> String {
    "Took \(counted(count, "judgement")) of missing personal data as recorded."
  }

  /// A text in place of an outcome.
  static let unknownOutcome = "not known: personal data is missing"

  /// A note for entries whose outcomes can't be known.
  var noteOfUnknown: String? {
    guard let first = entries.first else { return nil }
    let (what, streams) =
      entries.count == 1 ? ("entry \(first)", "its stream") : ("the \(list)", "their streams")
    return
      "Personal data is missing that decides what would have become of \(what), and of all that "
      + "follows in \(streams). `--skip \(first)` or `--replace \(first)=COMMAND` decides it."
  }

  private var list: String {
    entries.count > 5
      ? "\(entries.count) entries"
      : "entries " + entries.map { String($0) }.joined(separator: ", ")
  }
}

extension JSONWriter {
  /// Adds `erased` to the object that was written.
  mutating func addErasures(_ erasures: Erasures) {
    guard !erasures.entries.isEmpty else { return }
    let written = withBytes { String(decoding: $0, as: UTF8.self) }
    guard var object = try? JSONValue(parsing: written) else { return }
    object["erased"] = .array(erasures.entries.map { .integer(Int64($0)) })
    removeAll()
    value(object)
  }

  /// The numbers of the entries under `erased`, if there are any.
  package mutating func erased(_ erasures: Erasures) {
    guard !erasures.entries.isEmpty else { return }
    member("erased") { writer in
      writer.array(erasures.entries) { $0.value(.integer(Int64($1))) }
    }
  }
}

extension HistoryDomain {
  /// Whether one of the fields that conditions or formulas name is personal.
  static func areAboutPersonalFields(_ names: Set<String>) -> Bool {
    personalFields.contains(where: names.contains)
  }

  /// Whether a name is that of a personal field, or of something that has one.
  static func isPersonal(_ field: FieldSelection) -> Bool {
    personalFields.contains(where: field.contains)
  }
}
