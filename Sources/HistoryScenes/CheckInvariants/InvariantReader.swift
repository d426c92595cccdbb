// Reads custom invariants: `NAME=CONDITION`, typed or as the lines of a file.

struct InvariantReader<D: HistoryDomain> {
  private(set) var invariants: [Invariant<D.State>]
  /// The places of those in files, by their names.
  private(set) var places: [String: ConditionPlace] = [:]
  private var names: Set<String>
  /// The context of times that are typed without a zone; in files they are in UTC.
  private let times: TypedTimes

  init(_ times: TypedTimes) throws(Failure) {
    self.times = times
    invariants = try D.invariants.map { (invariant) throws(Failure) in
      Invariant(
        invariant.name, try Failure.ofCondition(Condition(invariant.condition, of: D.schema)))
    }
    names = Set(invariants.map(\.name) + SequenceGuard.Rule.allCases.map(\.rawValue))
  }

  mutating func read(_ file: CheckInvariants.File) throws(Failure) {
    var byte = 0
    for (index, line) in file.lines.enumerated() {
      let text = line.trimmed
      if !text.isEmpty && !text.hasPrefix("#") {
        try read(line, in: FileLine(file: file.name, number: index + 1, byte: byte))
      }
      byte += line.utf8.count + 1
    }
  }

  /// - Parameter file: The place of the line in a file; nil if it was typed.
  mutating func read(_ line: String, in file: FileLine? = nil) throws(Failure) {
    func bad(_ message: String, _ hint: String) -> Failure {
      Failure(
        file == nil ? .usage : .badData, code: "bad-invariant", message, hint: hint,
        at: file?.place(after: line.prefix(while: \.isWhitespace)))
    }
    guard let sign = line.firstIndex(of: "=") else {
      throw bad("An invariant needs a name: NAME=CONDITION.", "For example: no-gifts=total > 0.")
    }
    let name = String(line[..<sign].trimmed)
    guard StreamName.isValid(id: name) else {
      throw bad(
        "The text before the '=' isn't a valid name.",
        "Names consist of letters, digits, '.', '_' and '-', as in no-gifts=total > 0.")
    }
    guard names.insert(name).inserted else {
      throw bad("Two invariants are called \(name).", "Rename one of them.")
    }
    let rest = line[line.index(after: sign)...]
    let text = rest.trimmed
    let place = file.map {
      ConditionPlace(line: $0, before: String(line[...sign] + rest.prefix(while: \.isWhitespace)))
    }
    let condition = try Failure.of(
      ConditionError.self,
      Condition(String(text), of: D.schema, times: place == nil ? times : .utc)
    ) { Failure($0, at: place?.place(of: $0)) }
    invariants.append(Invariant(name, condition))
    places[name] = place
  }
}

/// A line of a file of invariants.
struct FileLine {
  let file: String
  let number: Int
  /// The offset of its beginning in the file.
  let byte: Int

  func place(after text: some StringProtocol) -> Place {
    Place(file: file, line: number, byte: byte + text.utf8.count, after: text.utf8)
  }
}

/// The place of a condition in a file.
struct ConditionPlace {
  let line: FileLine
  /// The separator before it in its line.
  let before: String

  func place(of error: ConditionError) -> Place { line.place(after: before + error.prefix) }
}
