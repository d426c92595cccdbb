// The table of a domain: a row for each command, with its members and the events it leads to, and a row for each event
// whose members aren't those of its command. It is made once; all that reads, writes and lists them follows from it.

/// The types of a domain's commands, or of its events: an enum of strings, whose raw values are the `type` in the log.
public typealias MessageType = CaseIterable & Hashable & RawRepresentable & Sendable

/// A command or an event as its domain describes it: for tools, forms and documentation.
@usableFromInline package struct MessageDescription: Sendable {
  /// Its type in the log: `pay-order`.
  public let type: String
  /// Its members, in order; the personal ones come last.
  public let members: [MemberDescription]
  /// The types of the events that a command leads to, unless its domain decides differently.
  public let events: [String]
}

/// The description of a domain's commands and events.
///
///     static let description = Description<Bank>(
///       .command(.open, owner, to: .opened),
///       .command(.deposit, amount, to: .deposited),
///       .event(.feeCharged, fee))
///
/// Keep it in a `static let`: its memory is never freed.
public final class Description<Domain: DescribedDecider>: @unchecked Sendable {
  /// A row of the description.
  public struct Row: Sendable {
    fileprivate let command: Domain.CommandType?
    fileprivate let events: [Domain.EventType]
    fileprivate let members: [MemberDescription]

    /// A command with its members, and the events that it leads to. An event has the command's members, unless it
    /// declares its own.
    public static func command<each Value>(
      _ type: Domain.CommandType, _ members: repeat Member<each Value>,
      to events: Domain.EventType...
    ) -> Row { Row(command: type, events: events, members: descriptions(of: repeat each members)) }

    /// An event with its own members. A personal one is in the log only if its command has it, too.
    public static func event<each Value>(
      _ type: Domain.EventType, _ members: repeat Member<each Value>
    ) -> Row {
      Row(command: nil, events: [type], members: descriptions(of: repeat each members))
    }
  }

  /// A row, prepared.
  struct Prepared<Kind: RawRepresentable<String> & Hashable & Sendable> {
    let type: Kind
    let name: StaticString
    let members: MemberList
    var events: [Domain.EventType] = []
    /// The rules for a command, of all versions.
    var rules: [DescribedRule<Domain>] = []

    init(_ type: Kind, _ members: MemberList) {
      (self.type, self.members) = (type, members)
      name = StaticString(keeping: type.rawValue)
    }
  }

  private let commandRows: [Prepared<Domain.CommandType>]
  private let eventRows: [Prepared<Domain.EventType>]
  private let commandPlaces: [Domain.CommandType: Int]
  private let eventPlaces: [Domain.EventType: Int]
  /// The personal members, each once, as the personal block has them.
  let personal: [MemberDescription]
  let shapes: PayloadShapes
  let importShapes: PayloadShapes
  /// The codes that refusals have.
  let codes: Set<String>

  /// A description with a row for each command. An event needs one only if its members aren't those of its command.
  public init(_ rows: Row...) {
    var personal: [MemberDescription] = []
    for member in rows.flatMap(\.members)
    where member.isPersonal && !personal.contains(where: { $0.name == member.name }) {
      personal.append(member)
    }
    self.personal = personal
    commandRows = Domain.CommandType.allCases.map { type in
      let own = rows.filter { $0.command == type }
      precondition(own.count == 1, "the description has a row for the command \(type.rawValue)")
      var row = Prepared(type, MemberList(own[0].members, personal: personal))
      row.events = own[0].events
      row.rules = Domain.rules.filter { $0.commands?.contains(type) ?? true }
      return row
    }
    eventRows = Domain.EventType.allCases.map { type in
      let own = rows.filter { $0.command == nil && $0.events == [type] }
      let leading = rows.filter { $0.command != nil && $0.events.contains(type) }
      precondition(
        own.count < 2 && !(own + leading).isEmpty,
        "the description has the event \(type.rawValue) of a command, or a row for it")
      let row = (own + leading)[0]
      let isClear = leading.allSatisfy { $0.members.map(\.name) == row.members.map(\.name) }
      precondition(
        !own.isEmpty || isClear,
        "\(type.rawValue) needs a row: the commands that lead to it have different members")
      return Prepared(type, MemberList(row.members, personal: personal))
    }
    shapes = PayloadShapes(
      commands: commandRows.map { PayloadShape($0.name, $0.members.own) },
      events: eventRows.map { PayloadShape($0.name, $0.members.own) },
      personal: personal.enumerated().map { $1.shape(at: $0) })
    importShapes = PayloadShapes(
      commands: commandRows.map { PayloadShape($0.name, $0.members.all) }, events: [])
    codes = Set(Domain.rules.map(\.code) + [RuleRefusal<Domain>.invalidCode])
    commandPlaces = Self.places(commandRows)
    eventPlaces = Self.places(eventRows)
    precondition(Domain.version == Domain.versions.last, "the version is the last of the versions")
    let versions =
      Domain.rules.flatMap { [$0.since, $0.through] }
      + rows.flatMap { $0.members.flatMap { $0.limits.map(\.since) } }
    for version in versions.compactMap({ $0 }) {
      precondition(Domain.versions.contains(version), "there is no version \(version) of the rules")
    }
  }

  private static func places<Kind>(_ rows: [Prepared<Kind>]) -> [Kind: Int] {
    Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.type, $0) })
  }

  /// The commands in the order of their cases.
  package var commands: [MessageDescription] {
    commandRows.map {
      MessageDescription(
        type: $0.type.rawValue, members: $0.members.members, events: $0.events.map(\.rawValue))
    }
  }

  /// The events in the order of their cases.
  package var events: [MessageDescription] {
    eventRows.map {
      MessageDescription(type: $0.type.rawValue, members: $0.members.members, events: [])
    }
  }

  func row(of type: Domain.CommandType) -> Prepared<Domain.CommandType> {
    commandRows[commandPlaces[type] ?? 0]
  }

  func row(of type: Domain.EventType) -> Prepared<Domain.EventType> {
    eventRows[eventPlaces[type] ?? 0]
  }

  func commandRow(_ place: Int) -> Prepared<Domain.CommandType> { commandRows[place] }
  func eventRow(_ place: Int) -> Prepared<Domain.EventType> { eventRows[place] }
}

extension StaticString {
  /// The string, whose bytes are kept for as long as the process runs.
  fileprivate init(keeping string: String) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: string.utf8.count + 1)
    _ = bytes.initialize(from: Array(string.utf8) + [0])
    let isASCII: UInt8 = 2
    // A literal's bytes are fixed: where they are, how many, and whether they are ASCII.
    self = unsafeBitCast(
      (UnsafeRawPointer(bytes.baseAddress), string.utf8.count, isASCII), to: StaticString.self)
    precondition(
      string.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C },
      "the type \(string) isn't ASCII without quotes")
  }
}
