// The states from which a command can be made: those at the moment when it is decided, and none that were read before.

/// The states from which a command is made, as of the moment when it is decided.
///
/// It is for the closure that makes the command, and for as long as that runs: the engine's lock is held, so it
/// mustn't wait for anything, nor call the engine.
public struct CommandBasis<D: CodableDecider>: ~Copyable {
  private let engine: Engine
  private let states: StreamStates<D>
  private let stream: StreamName
  /// The last entry that counts; nil for all.
  private let through: Int?
  /// The command that was executed before with the same id, if there is one. What is made is then compared with it,
  /// and so all states are as they were before it.
  public let earlier: D.Command?
  /// The revision that the command is recorded to expect. The closure may set it to the one that it has seen.
  public var expect: Int?
  /// Whether the outcome is recorded. The closure may set it to false where the request has errors that the rules don't
  /// know: the command is evaluated then, and no more.
  public var isRecorded = true
  /// The error of reading a state; nothing counts then that was made from it.
  @usableFromInline private(set) var failure: EngineError?

  @usableFromInline init(
    _ engine: Engine, _ states: StreamStates<D>, _ stream: StreamName, expect: Int?
  ) {
    (self.engine, self.states, self.stream) = (engine, states, stream)
    self.expect = expect
    (through, earlier) = (nil, nil)
  }

  init(
    _ engine: Engine, _ states: StreamStates<D>, _ stream: StreamName, repeating earlier: D.Command,
    seq: Int
  ) {
    (self.engine, self.states, self.stream) = (engine, states, stream)
    (self.earlier, through) = (earlier, seq - 1)
  }

  /// The state of the command's stream.
  public var state: D.State {
    mutating get { state(of: stream, in: states) }
  }

  /// The state of another stream.
  public mutating func state<Other>(of stream: StreamName, in states: StreamStates<Other>)
    -> Other.State
  {
    do throws(EngineError) {
      return try engine.state(of: stream, in: states, through: through) ?? Other.initial
    } catch {
      failure = failure ?? error
      return Other.initial
    }
  }
}

extension Engine {
  /// The state of a stream: as the next command will find it, under the engine's lock; as it was after an entry that is
  /// durable, without.
  fileprivate func state<D: CodableDecider>(
    of stream: StreamName, in states: StreamStates<D>, through seq: Int?
  ) throws(EngineError) -> D.State? {
    precondition(states.owner == ObjectIdentifier(self), "the states aren't this engine's")
    guard let seq else {
      try read(stream)
      return states.current(stream)?.state
    }
    do throws(LogError) {
      let past = StreamStates(D.self)
      var projection = StreamStatesProjection([past.erased]) { $0 == stream.text }
      let source = try store.part(of: [.stream(stream)]) ?? store
      _ = try source.project(into: &projection, through: seq)
      return past.projection.state(of: stream)?.state
    } catch {
      throw .log(error)
    }
  }
}
