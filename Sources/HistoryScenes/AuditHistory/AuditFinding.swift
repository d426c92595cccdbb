// The findings of an audit besides damage: places in a good log that need an explanation. The audit, its help and the
// documentation follow the rows of the domain.

package struct AuditFinding: Sendable {
  package let name: String
  /// A sentence that says what it is.
  package let meaning: String

  package init(_ name: String, _ meaning: String) { (self.name, self.meaning) = (name, meaning) }
}

/// A domain whose histories are audited for more than those of any domain.
package protocol AuditedDomain: HistoryDomain {
  /// All that is looked for, in the order in which it is shown.
  static var findings: [AuditFinding] { get }
  /// - Parameter zone: The zone in which months begin.
  static func audit(in zone: TimeZoneRules) -> any DomainAudit<Self>
}

/// The part of an audit that a domain adds.
package protocol DomainAudit<Domain> {
  associatedtype Domain: HistoryDomain
  /// Looks at an entry, which the states have taken in.
  ///
  /// - Parameters:
  ///   - stream: The stream's number.
  ///   - actor: The actor's number.
  ///   - before: The stream's state before it.
  /// - Returns: The finding that it is an example of, with a note on facts that the entry lacks.
  mutating func take(
    _ entry: Entry, of stream: Int, by actor: Int, after before: Domain.State,
    _ states: StateProjection<Domain>
  ) -> [(finding: AuditFinding, note: String?)]
  func money(of states: [Domain.State]) -> AuditedMoney
}

/// The amounts of money that a domain counts: those of each month, and those at the end.
package struct AuditedMoney: Sendable {
  /// An amount that is counted.
  package struct Amount: Sendable {
    /// Its name for programs.
    let key: String
    /// Its heading in a table, or the beginning of a note.
    let words: String

    package init(_ key: String, _ words: String) { (self.key, self.words) = (key, words) }
  }

  let ofMonth: [Amount]
  let atEnd: [Amount]
  /// The amounts of each month, by currency, then by month: `2026-01`.
  private let months: [String: [String: [Int128]]]
  /// The amounts at the end, by currency.
  let end: [String: [Int128]]

  /// - Parameters:
  ///   - months: The amounts by currency, then by month, in the order in which they are described.
  ///   - end: The amounts at the end, by currency.
  package init(
    _ months: [String: [String: [Int128]]], describedBy ofMonth: [Amount],
    _ end: [String: [Int128]], describedBy atEnd: [Amount]
  ) {
    (self.months, self.ofMonth) = (months, ofMonth)
    (self.end, self.atEnd) = (end, atEnd)
  }

  var currencies: [String] { Set(months.keys).union(end.keys).sorted() }

  /// The months in which there are amounts in a currency, in order.
  func months(in currency: String) -> [(month: String, amounts: [Int128])] {
    (months[currency] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension AuditFinding {
  /// The number of refused commands of one actor, and one in how many of all that they requested.
  static let refusalLimits = (count: 10, oneIn: 5)

  package static let manyRefusals = AuditFinding(
    "many-refusals",
    "At least \(refusalLimits.count) commands of an actor were refused, and one in "
      + "\(refusalLimits.oneIn) or more.")
  package static let clockHeld = AuditFinding(
    "clock-held",
    "Entries that weren't imported have the time of the entry before: the clock was set back, and held."
  )
  package static let importBetween = AuditFinding(
    "import-between", "Entries were imported between others that weren't.")
  package static func numberSkipped(in words: DomainWords) -> AuditFinding {
    AuditFinding("number-skipped", "No entry has a number between those of other \(words.plural).")
  }
  package static let withoutReason = AuditFinding(
    "without-reason", "A command has no reason that should have one (--require-reason).")
  package static let erasedWithoutRecord = AuditFinding(
    "erased-without-record",
    "Personal data was erased, but no entry says who erased it, and why.")
  package static let pendingErasure = AuditFinding(
    "pending-erasure", "Personal data is still there that an entry says was erased.")
}

extension HistoryDomain {
  package static var auditFindings: [AuditFinding] {
    (self as? any AuditedDomain.Type)?.findings ?? [
      .manyRefusals, .clockHeld, .importBetween, .numberSkipped(in: words), .withoutReason,
      .erasedWithoutRecord, .pendingErasure,
    ]
  }
}

/// The results of one kind.
package struct AuditResult: Equatable, Sendable {
  package struct Witness: Equatable, Sendable {
    /// The entry; nil if no entry shows it.
    package let seq: Int?
    /// The stream that it is about, if it is about one.
    package let stream: StreamLabel?
    /// The actor, if no entry says so.
    let actor: String?
    /// A note on something that isn't in the entry.
    package let note: String?
    /// The facts of the entry.
    fileprivate(set) var entry: Entry?

    /// The stream that it is about, or that the entry is of.
    var about: StreamLabel? { stream ?? entry?.stream }
    /// The person or program that requested it.
    var who: String? { actor ?? entry?.actor }
  }

  /// The facts of an entry that people ask for.
  package struct Entry: Equatable, Sendable {
    let at: Timestamp
    let actor: String
    var stream: StreamLabel?
    /// The command's amount, or else what the stream comes to after it, in minor units.
    var amount: Int64?
    /// The currency of the amount; empty if it isn't known.
    var currency = ""
  }

  /// The maximum number of witnesses that are named on the page.
  static let limit = 10

  package let name: String
  package let meaning: String
  package private(set) var witnesses: [Witness] = []

  init(_ finding: AuditFinding) { (name, meaning) = (finding.name, finding.meaning) }

  init(name: String, meaning: String) { (self.name, self.meaning) = (name, meaning) }

  package var count: Int { witnesses.count }

  mutating func add(
    _ seq: Int?, _ stream: StreamLabel? = nil, actor: String? = nil, note: String? = nil
  ) {
    witnesses.append(Witness(seq: seq, stream: stream, actor: actor, note: note, entry: nil))
  }

  /// Adds what the entries say.
  mutating func describe(by entries: [Int: Entry]) {
    for index in witnesses.indices {
      witnesses[index].entry = witnesses[index].seq.flatMap { entries[$0] }
    }
  }
}
