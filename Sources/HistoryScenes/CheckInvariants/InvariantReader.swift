// Reads custom invariants: `NAME=CONDITION`, typed or as the lines of a file.

import Conventions
import EventSourcing
import Replay

struct InvariantReader<D: HistoryDomain> {
  private(set) var invariants: [Invariant<D.State>]
  private var names: Set<String>
  /// What times refer to that are typed without a zone; in files they are in UTC.
  private let times: TypedTimes

  init(_ times: TypedTimes) throws(Failure) {
    self.times = times
    invariants = try Failure.ofCondition { () throws(ConditionError) in
      var invariants: [Invariant<D.State>] = []
      for (name, condition) in D.invariants {
        invariants.append(Invariant(name, try Condition(condition, of: D.schema)))
      }
      return invariants
    }
    names = Set(invariants.map(\.name) + SequenceGuard.Rule.allCases.map(\.rawValue))
  }

  mutating func read(_ file: CheckInvariants.File) throws(Failure) {
    var byte = 0
    for (index, line) in file.lines.enumerated() {
      let text = String(line.trimmed)
      if !text.isEmpty && !text.hasPrefix("#") {
        try read(text, at: Place(file: file.name, line: index + 1, byte: byte))
      }
      byte += line.utf8.count + 1
    }
  }

  /// - Parameter place: Its place in a file; nil if it was typed.
  mutating func read(_ line: String, at place: Place? = nil) throws(Failure) {
    let (code, kind) = ("bad-invariant", place == nil ? Failure.Kind.usage : .badData)
    guard let sign = line.firstIndex(of: "=") else {
      throw Failure(
        kind, code: code, "An invariant needs a name: NAME=CONDITION.",
        hint: "For example: no-gifts=total > 0.", at: place)
    }
    let name = String(line[..<sign].trimmed)
    guard StreamName.isValid(id: name) else {
      throw Failure(
        kind, code: code, "The text before the '=' isn't a valid name.",
        hint: "Names consist of letters, digits, '.', '_' and '-', as in no-gifts=total > 0.",
        at: place)
    }
    guard names.insert(name).inserted else {
      throw Failure(
        kind, code: code, "Two invariants are called \(name).", hint: "Rename one of them.",
        at: place)
    }
    do throws(ConditionError) {
      let text = String(line[line.index(after: sign)...].trimmed)
      let condition = try Condition(text, of: D.schema, times: place == nil ? times : .utc)
      invariants.append(Invariant(name, condition))
    } catch {
      throw Failure(error, at: place)
    }
  }
}
