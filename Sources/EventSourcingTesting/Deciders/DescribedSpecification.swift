// Given, when, then for described domains: commands and events by their types, with the values of their members.

import EventSourcing

extension DeciderSpecification where Rules: DescribedDecider {
  /// A stream with one event. More follow with ``Scenario/and(_:_:)``.
  public func given(_ event: Rules.EventType, _ values: MemberAssignment...) -> Scenario<Rules> {
    given([Message(event, values)])
  }
}

extension Scenario where Rules: DescribedDecider {
  /// The same stream after one more event, in an entry of its own.
  public func and(_ event: Rules.EventType, _ values: MemberAssignment...) -> Scenario {
    var later = self
    later.record([Message(event, values)])
    return later
  }

  /// Evaluates a command: see ``when(_:id:reason:fileID:filePath:line:column:)``.
  public func when(
    _ command: Rules.CommandType, _ values: MemberAssignment..., id: String? = nil,
    reason: String? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Decided<Rules> {
    when(
      Message(command, values), id: id, reason: reason, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}

extension Decided where Rules: DescribedDecider {
  /// Expects one event with these values of its members, and no others.
  @discardableResult
  public func then(_ event: Rules.EventType, _ values: MemberAssignment...) -> Scenario<Rules> {
    then(Message(event, values))
  }
}
