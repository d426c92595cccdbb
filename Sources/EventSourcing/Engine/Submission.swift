// A command and its circumstances, as they are submitted to the engine.

/// The circumstances of a command: everything about it but what is requested.
public struct Circumstances: Sendable {
  /// The stream a command is for.
  public enum Target: Hashable, Sendable {
    /// The stream of the category with this id.
    case id(String)
    /// A new stream: the smallest number from 1001 up that has no entry in the log.
    case new
    /// The one stream of a category that has only one.
    case single
  }

  /// The origin of an imported command.
  @usableFromInline package struct Source: Hashable, Sendable {
    /// The name of the import.
    @usableFromInline package let name: String
    /// The number of its line there, from 1.
    @usableFromInline package let line: Int

    /// A line of an import.
    @usableFromInline package init(name: String, line: Int) {
      self.name = name
      self.line = line
    }
  }

  /// The stream of the command.
  public var target: Target
  /// The person or program that requests it. On a server, the login is meant if it is empty.
  public var actor: String
  /// The login that records it, where that isn't the actor's.
  @usableFromInline var recordedBy: String?
  /// The caller's id of the command: with the same id again, it is executed only once.
  public var id: String?
  /// The revision that the caller has seen; anything else is a conflict.
  public var expect: Int?
  /// The reason of the request.
  public var reason: String?
  /// A map for the caller's use, in order; of pairs with the same key, the first one counts.
  public var meta: [(key: String, value: String)] = []
  /// The origin of an imported command.
  @usableFromInline package var source: Source?
  /// The time of the request, instead of now; never earlier than the log's end.
  public var at: Timestamp?

  /// A command for a stream, whatever it will be.
  @inlinable public init(
    on target: Target, by actor: String, id: String? = nil, expect: Int? = nil,
    reason: String? = nil
  ) {
    self.target = target
    self.actor = actor
    self.id = id
    self.expect = expect
    self.reason = reason
  }
}

/// A command with its circumstances, whose properties are its own, too.
@dynamicMemberLookup public struct Submission<Command: Sendable>: Sendable {
  /// The stream a command is for.
  public typealias Target = Circumstances.Target

  /// The command.
  public var command: Command
  /// The actor, the stream, the reason and so on.
  public var circumstances: Circumstances

  /// A command for a stream.
  @inlinable public init(
    _ command: Command, on target: Target, by actor: String, id: String? = nil, expect: Int? = nil,
    reason: String? = nil
  ) {
    self.command = command
    circumstances = Circumstances(on: target, by: actor, id: id, expect: expect, reason: reason)
  }

  /// A command with circumstances.
  @inlinable public init(_ command: Command, _ circumstances: Circumstances) {
    (self.command, self.circumstances) = (command, circumstances)
  }

  /// One of the circumstances.
  @inlinable
  public subscript<Value>(
    dynamicMember path: WritableKeyPath<Circumstances, Value>
  ) -> Value {
    get { circumstances[keyPath: path] }
    set { circumstances[keyPath: path] = newValue }
  }
}
