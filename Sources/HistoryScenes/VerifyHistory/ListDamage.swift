// Names every bad place of a history, not only the first, and says of each what is certain.

package enum ListDamage: RespondingScene {
  /// The largest number of places that are listed; the others are counted.
  static let limit = 10_000

  package struct Response: SceneResponse, Sendable {
    /// The number of good entries.
    package var entries = 0
    package var bytes = 0
    package var damage: [Damage] = []
    /// The number of bad places that aren't listed.
    package var omitted = 0
    package var strangers: [String] = []
    /// The lines without a checksum, and the missing entries.
    package var unchecked = UncheckedEntries()
    /// The archived entries, if the first ones are archived.
    package var archived: VerifyHistory.Archived?

    package var isPositive: Bool { damage.isEmpty }
  }

  package static func respond(to request: Void, with history: History) throws(Failure) -> Response {
    try Failure.of { () throws(LogError) in
      let response = try read(history)
      guard response.endsWithTornTail else { return response }
      // It may have been a write in progress: then it has ended by now, or a writer has the store open.
      var again = try read(history)
      if again.endsWithTornTail, try history.source.isBeingWritten() { again.damage.removeLast() }
      return again
    }
  }

  private static func read(_ history: History) throws(LogError) -> Response {
    var states = EntryObserver(SalvagedStates(of: history.domains, form: history.source.form))
    var reader = try SalvageReader(history.source)
    try history.source.base?.verify()
    var response = Response()
    response.archived = history.source.base.map(VerifyHistory.Archived.init)
    while let part = try reader.next(into: &states) {
      switch part {
      case .entry:
        response.entries += 1
        response.bytes += reader.lineSize
      case .damage(let damage), .misplaced(_, let damage): response.add(damage)
      }
    }
    response.unchecked = states.unchecked
    // There are none if the files can't even be listed, which is damage of its own.
    response.strangers = (try? history.source.unrecognizedFiles()) ?? []
    return response
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [TonedLine] {
    let good = "\(entryCount(response.entries)), \(response.bytes) bytes"
    let count = response.damage.count + response.omitted
    var summary =
      count == 0
      ? ["Good: \(good). Every byte was read."]
      : ["\(count == 1 ? "1 place is" : "\(count) places are") bad; good: \(good)."]
    if response.omitted > 0 {
      summary.append("Only the first \(response.damage.count) of the bad places are listed.")
    }
    summary += response.unchecked.sentences
    summary += response.archived?.sentences ?? []
    summary += response.strangers.map { "\($0) isn't part of the log and is never read." }
    return response.damage.map { TonedLine($0.line, .bad) }
      + TonedLine.lines(summary, isGood: response.isPositive)
  }
}

extension ListDamage.Response {
  /// A torn tail is the last thing there can be, and so is listed always.
  fileprivate mutating func add(_ place: Damage) {
    if damage.count < ListDamage.limit || place.kind == .tornTail {
      damage.append(place)
    } else {
      omitted += 1
    }
  }

  fileprivate var endsWithTornTail: Bool { damage.last?.kind == .tornTail }
}

extension Damage {
  /// `log/0001.jsonl:3:127: What is wrong. What is certain.`
  var line: String {
    // An error in a line that doesn't match its checksum isn't certain.
    let sentences = kind == .wrongChecksum ? [certainty] : [what, certainty]
    return "\(place): " + sentences.joined(separator: " ")
  }

  /// A sentence that says what is certain, whatever the reason may be.
  var certainty: String {
    switch kind {
    case .wrongChecksum:
      "The line doesn't match its checksum: anything in it may be wrong."
    case .invalid:
      "The line matches its checksum: it was written like this, or forged."
    case .unchecked:
      "The line has no checksum: it may be damaged, or was written like this."
    case .missingEntries: "Entries are missing before this place, or were moved."
    case .outOfOrder:
      "The entry can be read: either it isn't where it was written, or an earlier one isn't."
    case .noLine: "No entry can be read here."
    case .tornTail: "A crash explains this. The next command that writes moves it to quarantine/."
    case .newerVersion: "Only a newer version can tell whether it is good."
    }
  }
}

extension ListDamage.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("ok", isPositive)
    object.member("entries", entries)
    object.member("bytes", bytes)
    object.member("defects", damage.map(DamageDocument.init))
    object.member("omitted", omitted == 0 ? nil : omitted)
    unchecked.writeMembers(to: &object)
    object.member("archived", archived)
    object.member("strangers", strangers.isEmpty ? nil : strangers)
  }
}

/// A bad place for programs.
struct DamageDocument: JSONObjectRepresentable {
  let damage: Damage

  func writeMembers(to object: inout JSONWriter) {
    damage.place.writeMembers(to: &object)
    object.member("seq", damage.seq)
    object.member("kind", damage.kind.rawValue)
    object.member("what", damage.what)
    object.member("certain", damage.certainty)
  }
}
