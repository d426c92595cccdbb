// A command or an event of a described domain: its type, and a view of its members.

/// A command or an event of a domain: its type, and the values of its members.
///
///     switch event.type {
///     case .deposited: account.balance &+= event[amount]
///     case .closed: account.isOpen = false
///     }
public struct Message<Domain, Kind: Hashable & Sendable>: Equatable, Sendable {
  /// The type of the command or event.
  public let type: Kind
  /// The values of its members.
  public let members: MemberValues

  /// The value of a member, which must be among those that the description has for the type.
  public subscript<Value>(_ member: Member<Value>) -> Value { members[member] }
}

extension Message where Domain: DescribedDecider, Kind == Domain.CommandType {
  /// A command with the values of its members. All that are required must be there.
  public init(_ type: Kind, _ values: MemberAssignment...) { self.init(type, values) }

  /// A command with the values of its members. All that are required must be there.
  public init(_ type: Kind, _ values: [MemberAssignment]) {
    let row = Domain.description.row(of: type)
    self.init(type: type, members: MemberValues(row.members, values, of: type.rawValue))
  }

  /// The events that the description has for it, with its members.
  public var events: [Domain.Event] {
    Domain.description.row(of: type).events.map { Domain.Event($0, from: self) }
  }
}

extension Message where Domain: DescribedDecider, Kind == Domain.EventType {
  /// An event with the values of its members. All that are required must be there, but for personal ones.
  ///
  /// - Parameters:
  ///   - type: The type of the event.
  ///   - values: The values of its members.
  ///   - command: The command from which it takes the values of its other members.
  public init(_ type: Kind, _ values: MemberAssignment..., from command: Domain.Command? = nil) {
    self.init(type, values, from: command)
  }

  /// An event with the values of its members. All that are required must be there, but for personal ones.
  public init(_ type: Kind, _ values: [MemberAssignment], from command: Domain.Command? = nil) {
    let row = Domain.description.row(of: type)
    self.init(
      type: type,
      members: MemberValues(
        row.members, values, of: type.rawValue, and: command?.members, isEvent: true))
  }
}

extension Message: CustomStringConvertible where Kind: RawRepresentable<String> {
  /// The message in the log, with its personal members: `{"type":"deposit","amount":500}`.
  public var description: String {
    var writer = JSONWriter()
    writer.raw(#"{"type":"#)
    writer.string(type.rawValue)
    members.list.write(members, members.list.members.indices, to: &writer)
    writer.raw("}")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
