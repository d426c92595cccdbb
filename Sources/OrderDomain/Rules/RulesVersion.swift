// The versions of the rules: each rule, and the checks of each field, say which of them they are among.

/// A version of the rules, as entries name it.
public struct RulesVersion: Equatable, Sendable {
  /// The number, from 1.
  public let number: Int
  /// The name in entries: `1`.
  public let name: String

  /// The version with a number.
  public init(_ number: Int) {
    self.number = number
    name = String(number)
  }

  /// All of them, the oldest first.
  public static let all = [RulesVersion(1), RulesVersion(2), .current]

  /// The version that commands are evaluated by.
  public static let current = RulesVersion(3)
}

/// The versions that a rule is among: from one on, up to one if it was taken out after that.
public struct RulesVersions: Sendable {
  /// The version that brought it.
  public let first: Int
  /// The last version that has it; nil if the current one does.
  public let last: Int?

  /// The versions from one on.
  ///
  /// - Parameters:
  ///   - first: The version that brought it.
  ///   - last: The last version that has it; nil if the current one does.
  public init(since first: Int, through last: Int? = nil) {
    self.first = first
    self.last = last
  }

  /// All versions there are.
  public static let all = RulesVersions(since: 1)

  /// Whether the version is one of them.
  public func contains(_ version: RulesVersion) -> Bool {
    version.number >= first && version.number <= last ?? .max
  }
}
