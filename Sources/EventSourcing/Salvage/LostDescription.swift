// A store's own file, `store.json`, that recovering writes again.

/// A description of a store that is lost or damaged, and the one to be written.
package struct LostDescription: Hashable, Sendable {
  /// The damage.
  public let damage: LogError
  /// The store's id, which the segments have.
  public let id: String
  /// Whether the store is an archive: then all of its segments are sealed.
  public let isArchive: Bool

  /// A description with this damage, to be written again.
  public init(damage: LogError, id: String, isArchive: Bool) {
    (self.damage, self.id, self.isArchive) = (damage, id, isArchive)
  }
}
