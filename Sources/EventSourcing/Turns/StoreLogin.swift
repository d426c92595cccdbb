// The logins of a store: the actor of a command is the login that records it, unless that vouches for others.

/// A store that knows who is logged in.
package protocol VouchingStore {
  /// The login; nil if there is none, so that a command's actor is taken as it is.
  var login: StoreLogin? { get }
}

/// The login by which a process uses a store.
@usableFromInline package struct StoreLogin: Hashable, Sendable {
  /// The user's name.
  package let name: String
  /// Whether it may record commands.
  package let isWriter: Bool
  /// Whether it may record what others request, as an application does that knows its users.
  package let isProxy: Bool
  /// Whether it may record that personal data is erased.
  package let isEraser: Bool

  package init(name: String, isWriter: Bool, isProxy: Bool, isEraser: Bool) {
    (self.name, self.isWriter, self.isProxy, self.isEraser) = (name, isWriter, isProxy, isEraser)
  }

  /// The circumstances of a command as this login may record it.
  ///
  /// - Throws: `notPermitted` if it may record none, or another one requests it and it is no proxy.
  @usableFromInline func circumstances(
    _ requested: Circumstances, _ mode: ExecutionMode
  ) throws(EngineError) -> Circumstances {
    guard isWriter || !mode.records else { throw .log(notPermitted(.writer)) }
    var circumstances = requested
    // Byte by byte, as the store compares them.
    if requested.actor.isEmpty || requested.actor.utf8.elementsEqual(name.utf8) {
      circumstances.actor = name
    } else {
      guard isProxy else { throw .log(notPermitted(.proxy)) }
      circumstances.recordedBy = name
    }
    return circumstances
  }

  /// - Throws: `notPermitted` if commands of this type take another role.
  @usableFromInline func check(_ type: StaticString) throws(EngineError) {
    guard ErasureRecord.isRecorded(by: type) else { return }
    do throws(LogError) {
      try requireEraser()
    } catch {
      throw .log(error)
    }
  }

  /// - Throws: `notPermitted` if it may not erase personal data.
  package func requireEraser() throws(LogError) {
    if !isEraser { throw notPermitted(.eraser) }
  }

  /// The error of a command that takes a role.
  private func notPermitted(_ role: StoreRole) -> LogError {
    let message =
      switch role {
      case .writer: "The login \(name) may read the store, and not record commands."
      case .eraser: "The login \(name) may not erase personal data."
      default: "The login \(name) records commands in its own name only."
      }
    return LogError(.notPermitted, message, hint: .getRole(role, of: name))
  }
}

/// A role that a login can have.
package enum StoreRole: String, Sendable, CaseIterable {
  /// Reads entries, without personal data.
  case reader
  /// Reads personal data, too.
  case personal
  /// Records commands, too, in the login's own name.
  case writer
  /// Records commands in the names of others, too.
  case proxy
  /// Records commands in the login's own name, and erases personal data.
  case eraser
  /// Reads all, and stores what another store has recorded.
  case mirror
}

/// The result of giving or taking a role.
package enum RoleChange: Sendable {
  case changed
  /// The login had the role already, or didn't have it.
  case unchanged
  /// The server has no login of that name.
  case noSuchLogin
}
