// The messages of the scene that compares a store at two moments, or two stores.

public import EventSourcing
public import Orders

/// Compares orders at two moments, or in two histories.
public enum CompareStates {
  /// What to compare, as it was typed.
  public struct Request: Sendable {
    /// The earlier moment: the beginning of the comparison.
    public var from: String?
    /// The later moment; the end if nil.
    public var to: String?
    /// Only these orders; all if empty.
    public var orders: [String] = []
    /// Whether to show only how many fields changed.
    public var countsOnly = false

    /// Everything at the end.
    public init() {}
  }

  /// How an order differs.
  public enum Kind: String, Sendable, CaseIterable {
    /// Only the second side has it.
    case added
    /// Both have it, with other fields.
    case changed
    /// It was deleted between the two.
    case deleted
    /// Only the first side has it.
    case missing
  }

  /// What differs.
  public struct Response: Sendable {
    /// An order that differs.
    public struct Difference: Sendable {
      /// The order's id.
      public let id: String
      /// How it differs.
      public let kind: Kind
      /// The order on the first side, if it is there.
      public let before: Order?
      /// The order on the second side, if it is there.
      public let after: Order?
      /// The fields that differ.
      public let changes: FieldChanges
    }
    /// The orders that differ, in the order of their creation.
    public let differences: [Difference]
    /// Whether only numbers of fields were asked for.
    public let countsOnly: Bool
    /// What a crash left behind the last entry of either side.
    public let tornTail: TornTail?
  }

  /// What differs, as text.
  public struct ViewModel: Equatable, Sendable {
    /// An order that differs.
    public struct Section: Equatable, Sendable {
      /// How it differs.
      public let kind: Kind
      /// Which order, and how it stands.
      public let title: String
      /// The fields that differ; none if only numbers were asked for.
      public let changes: [ChangeLine]
    }
    /// The orders.
    public let sections: [Section]
    /// How many there are, in a sentence; also says if there are none.
    public let summary: String
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Compares orders.
public protocol CompareStatesBusinessLogic {
  /// Compares and hands what differs to the presenter.
  ///
  /// - Returns: Whether both sides are the same.
  func compare(_ request: CompareStates.Request) throws(Failure) -> Bool
}

/// Puts differences into words.
public protocol CompareStatesPresentationLogic: AnyObject {
  /// Presents what differs.
  func present(_ response: CompareStates.Response)
}

/// Shows differences.
public protocol CompareStatesDisplayLogic: AnyObject {
  /// Shows what differs.
  func display(_ viewModel: CompareStates.ViewModel)
}
