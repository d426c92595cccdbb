// The states of one domain's streams as an engine keeps them, and how its log is folded into them.

/// The states of a domain's streams, as an engine keeps them.
///
/// They belong to the engine that was opened with them, and its lock guards them.
public final class StreamStates<D: CodableDecider>: @unchecked Sendable {
  // Not checked at run time, as the engine's own properties aren't.
  @exclusivity(unchecked) @usableFromInline var projection = StateProjection<D>(
    checksRevisions: true)
  /// The states and revisions that the commands of an open turn have led to, where those aren't durable yet.
  @usableFromInline var ahead: [Text: (state: D.State, rev: Int)] = [:]
  /// The smallest number that may be free in an open turn.
  @usableFromInline var nextNumberAhead = 0
  /// The next number that may be free for a new stream.
  var nextNumber = 1001
  /// The numbers of streams that may not have been read, in order; nil if that isn't known.
  var unreadNumbers: ArraySlice<ClosedRange<Int>>?
  /// The engine that it belongs to.
  @usableFromInline var owner: ObjectIdentifier?

  /// No states yet: they are read when the engine is opened, or on first use.
  @inlinable public init(_: D.Type = D.self) {
    precondition(StreamName.isValid(id: D.category), "a category follows the rule of ids")
  }

  /// These, their domain hidden, for `Engine.init`.
  @inlinable public var erased: AnyStreamStates {
    AnyStreamStates(
      names: StreamNames(of: D.self), rulesVersions: D.versions, vocabulary: Vocabulary(of: D.self),
      read: { (entry) throws(EntryDefect) in
        try self.projection.read(entry)
        return self.projection.body.head
      },
      begin: { (base, isWanted) throws(LogError) in
        try self.projection.restore(from: base, where: isWanted)
      },
      forget: { self.projection = StateProjection(checksRevisions: true) },
      forgetAhead: {
        self.ahead.removeAll()
        self.nextNumberAhead = 0
      },
      claim: { engine in
        precondition(self.owner == nil, "states belong to one engine")
        self.owner = engine
      })
  }

  /// The smallest number from 1001 up whose stream has no entry.
  @usableFromInline func freeNumber() -> Int {
    let number = freeNumberInLog()
    if ahead.isEmpty { return number }
    nextNumberAhead = max(nextNumberAhead, number)
    while current(nextNumberAhead) != nil { nextNumberAhead += 1 }
    return nextNumberAhead
  }

  private func current(_ number: Int) -> (state: D.State, rev: Int)? {
    StreamName(category: D.category, id: String(number)).flatMap { current($0) }
  }

  /// The state and the revision of a stream as the next command finds them; nil if it has no entries.
  func current(_ stream: StreamName) -> (state: D.State, rev: Int)? {
    if !ahead.isEmpty, let ahead = ahead[stream.text] { return ahead }
    return projection.state(of: stream)
  }

  private func freeNumberInLog() -> Int {
    while true {
      if let taken = unreadNumbers?.first, taken.lowerBound <= nextNumber {
        nextNumber = max(nextNumber, taken.upperBound + 1)
        unreadNumbers?.removeFirst()
      } else if let stream = StreamName(category: D.category, id: String(nextNumber)),
        projection.streams.find(stream.text.bytes) != nil
      {
        nextNumber += 1
      } else {
        return nextNumber
      }
    }
  }
}

/// The states of a domain that is hidden in closures, which are specialised where it is known.
public struct AnyStreamStates {
  @usableFromInline typealias Begin = (ArchivedPrefix, (Text) -> Bool) throws(LogError) -> Void
  @usableFromInline typealias Read = (Entry) throws(EntryDefect) -> CommandHead

  let names: StreamNames
  /// The versions of the rules that it knows.
  let rulesVersions: [String]
  let vocabulary: Vocabulary
  let read: Read
  let begin: Begin
  let forget: () -> Void
  let forgetAhead: () -> Void
  let claim: (ObjectIdentifier) -> Void

  @usableFromInline init(
    names: StreamNames, rulesVersions: [String], vocabulary: Vocabulary, read: @escaping Read,
    begin: @escaping Begin, forget: @escaping () -> Void, forgetAhead: @escaping () -> Void,
    claim: @escaping (ObjectIdentifier) -> Void
  ) {
    self.names = names
    self.rulesVersions = rulesVersions
    self.vocabulary = vocabulary
    self.read = read
    self.begin = begin
    self.forget = forget
    self.forgetAhead = forgetAhead
    self.claim = claim
  }
}

/// Folds each entry into the states of its domain.
struct StreamStatesProjection: Projection {
  let all: [AnyStreamStates]
  var commandIDs = CommandIDs()
  private var current: AnyStreamStates?
  /// Whether a stream is read; nil if all are.
  private let isWanted: ((Text) -> Bool)?

  init(_ all: [AnyStreamStates], where isWanted: ((Text) -> Bool)? = nil) {
    self.all = all
    self.isWanted = isWanted
  }

  var vocabularies: [Vocabulary] { all.map(\.vocabulary) }
  var checksRevisions: Bool { true }

  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    for states in all { try states.begin(base, isWanted ?? { _ in true }) }
    try base.eachCommandID { commandIDs.insert($0, stream: $1, seq: $2) }
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if let isWanted, !isWanted(Text(entry.storage, entry.stream)) { return }
    let name = entry.storage.slice(entry.stream)
    current = all.first { $0.names.contain(name) }
    guard let current else { throw .unknownStream }
    let head = try current.read(entry)
    guard head.id.isPresent else { return }
    commandIDs.insert(
      Text(entry.storage, head.id), stream: Text(entry.storage, entry.stream), seq: entry.seq)
  }
}
