// What every request to change an order carries besides its own fields.

/// Which order is to be changed, who asks, and how: as it was typed.
public struct ChangeRequest: Sendable {
  /// The order's id.
  public var id: String
  /// Who asks.
  public var actor: String
  /// The caller's id of the command: asked again with the same id, it is done once.
  public var commandID: String?
  /// The revision that the caller has seen; anything else is a conflict.
  public var expect: Int?
  /// Why it is asked.
  public var reason: String?
  /// Whether to say only what would come of it.
  public var isDryRun = false

  /// A change of an order.
  public init(id: String, actor: String) {
    self.id = id
    self.actor = actor
  }
}
