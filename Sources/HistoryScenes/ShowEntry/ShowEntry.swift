// Shows one entry in full: finds its stream, then folds that stream up to it. Of a damaged history, what it changed
// isn't shown if earlier lines can't be read: the state before it isn't known then.

package enum ShowEntry: RespondingScene {
  package struct Request: Sendable {
    let number: RequestedPosition
    /// Whether damage before it is passed over.
    let readsAround: Bool

    package init(_ number: RequestedPosition, readsAround: Bool = false) {
      (self.number, self.readsAround) = (number, readsAround)
    }
  }

  package struct Response: SceneResponse, Sendable {
    let item: ShowLog.Item
    /// The damage before it, or of itself.
    let damage: [Damage]

    var damageBefore: [Damage] {
      damage.filter { $0.kind == .outOfOrder || $0.seq != item.entry.seq }
    }
    package var isPositive: Bool { damage.isEmpty }
    package var documents: [EntryOrMark] { damage.map { .mark($0) } + [.entry(item)] }

    package var notes: [String] {
      guard let last = damage.last else { return item.notes }
      let reason =
        damageBefore.isEmpty ? ": \(last.what)" : ", because lines before it can't be read."
      return ["What the entry changed isn't known" + reason]
    }
  }

  package struct ViewModel: Equatable, Sendable {
    package let title: String
    package let isRefused: Bool
    package let facts: [LabelledText]
    package let requested: [LabelledText]
    package let events: [String]
    package let changes: [FieldChangeLine]
    /// The damage before it.
    package let marks: [String]
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let seq = try Failure.entryNumber(request.number)
    return try Failure.of { () throws(LogError) in
      do throws(LogError) {
        return Response(item: try history.item(ofEntry: seq), damage: [])
      } catch {
        guard request.readsAround, error.code == .corrupt || error.code == .newerVersion,
          let found = try find(seq, in: history, after: error)
        else { throw error }
        return found
      }
    }
  }

  /// - Parameter error: The reason why the entry's stream can't be read up to it.
  private static func find(_ seq: Int, in history: History, after error: LogError) throws(LogError)
    -> Response?
  {
    var reader = try SalvageReader(history.source, checksPayloads: false)
    var damage: [Damage] = []
    while let part = try reader.next() {
      if let found = part.damage { damage.append(found) }
      guard let entry = part.entry, entry.seq == seq,
        let item = try? ShowLog.Item(entry, of: history.domains)
      else { continue }
      // Lines may be whole, but not what a domain reads of them.
      if damage.isEmpty, let found = Damage(error, .invalid) { damage = [found] }
      return Response(item: item, damage: damage)
    }
    return nil
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    viewModel(of: response.item, marks: response.damageBefore.map(\.mark), formatting)
  }
}

extension History {
  package func item(ofEntry seq: Int) throws(LogError) -> ShowLog.Item {
    var found: ShowLog.Item?
    let stream = try source.stream(ofEntry: seq)
    _ = try eachChange(of: stream, through: seq) { (entry, changes) throws(JSONError) in
      guard entry.seq == seq else { return }
      found = try ShowLog.Item(entry, of: domains, changes: changes.changes(of: entry))
    }
    guard let found else { throw .noEntry(seq, end: seq) }
    return found
  }
}

extension History {
  /// The number of an entry as it was typed, or as the revision of a stream that it made: `1001@2`.
  func entryNumber(_ entry: RequestedPosition) throws(Failure) -> Int {
    if case .revision? = try? entry.position(times) { return try resolve(entry) }
    return try Failure.entryNumber(entry)
  }
}

extension Failure {
  /// The number of an entry as it was typed, `4127` or `@4127`.
  static func entryNumber(_ entry: RequestedPosition) throws(Failure) -> Int {
    if case .entry(let seq) = entry { return seq }
    let text = entry.description
    let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seq = Int(digits), seq > 0,
      seq < .max
    else {
      throw Failure(
        .usage, code: "bad-entry", "'\(text)' isn't an entry.",
        hint:
          "Entries are named by number, as in @4127; `\(ToolName.current) log` shows them.")
    }
    return seq
  }
}
