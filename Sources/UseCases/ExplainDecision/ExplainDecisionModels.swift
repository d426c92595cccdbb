// The messages of the scene that explains why a command was accepted or refused.

public import EventSourcing
public import JSONLines
public import Replay

/// Explains a decision rule by rule.
public enum ExplainDecision {
  /// Which entry, as it was typed.
  public struct Request: Sendable {
    /// The number of the entry whose decision is to be explained.
    public var seq: String

    /// The decision of the entry with this number.
    public init(seq: String) { self.seq = seq }
  }

  /// A rule with what it looked at.
  public struct Check: Sendable {
    /// A field that a rule looked at.
    public struct Fact: Sendable {
      /// The field.
      public let field: String
      /// Its value before the command; nil if there was none.
      public let value: JSONValue?
      /// The entry that gave it this value; nil if there was none.
      public let origin: Origin?
    }
    /// The rule and how it went.
    public let rule: RuleCheck
    /// What it looked at; nothing if it wasn't asked.
    public let facts: [Fact]
  }

  /// The decision.
  public struct Response: Sendable {
    /// The entry.
    public let item: OrderHistory.Item
    /// The rules, in the order in which they are asked.
    public let checks: [Check]
    /// The currency of amounts.
    public let currency: String
  }

  /// The decision as text.
  public struct ViewModel: Equatable, Sendable {
    /// A rule.
    public struct Rule: Equatable, Sendable {
      /// How it went.
      public let verdict: RuleCheck.Verdict
      /// The code of its refusals.
      public let code: String
      /// What it says.
      public let sentence: String
      /// What it looked at, each with where that came from.
      public let facts: [String]
    }
    /// Which command, and what came of it.
    public let title: String
    /// Who asked when.
    public let subtitle: String
    /// The rules.
    public let rules: [Rule]
    /// What follows from the rules, in a sentence.
    public let conclusion: String
  }
}

/// Explains decisions.
public protocol ExplainDecisionBusinessLogic {
  /// Finds the decision, asks the rules once more, and hands all to the presenter.
  func explain(_ request: ExplainDecision.Request) throws(Failure)
}

/// Puts a decision into words.
public protocol ExplainDecisionPresentationLogic: AnyObject {
  /// Presents the decision.
  func present(_ response: ExplainDecision.Response)
}

/// Shows a decision.
public protocol ExplainDecisionDisplayLogic: AnyObject {
  /// Shows the decision.
  func display(_ viewModel: ExplainDecision.ViewModel)
}
