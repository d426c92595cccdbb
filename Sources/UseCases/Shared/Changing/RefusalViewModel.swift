// A refusal as it is shown, and the boundary through which every changing scene shows it.

/// A refusal as text.
public struct RefusalViewModel: Equatable, Sendable {
  /// A field that is to blame.
  public struct Field: Equatable, Sendable {
    /// Where it stands: `items[0].sku`.
    public let field: String
    /// What is wrong with it, for programs: `blank`.
    public let code: String
    /// What is wrong with it, in a sentence.
    public let message: String
  }

  /// What was wrong, for programs: `order-has-payments`.
  public let code: String
  /// What happened, in a sentence.
  public let message: String
  /// The fields that are to blame, in the order of the form.
  public let fields: [Field]
  /// What to do next.
  public let hint: String
}

/// Shows refusals. Every scene that changes something has one among its displays.
public protocol RefusalDisplayLogic: AnyObject {
  /// Shows a refusal.
  func display(refusal: RefusalViewModel)
}
