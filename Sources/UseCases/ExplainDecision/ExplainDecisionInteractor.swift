// Explains a decision: finds its stream and goes through that from its beginning.

public import EventSourcing
import JSONLines
import Orders

/// Explains the decisions of a history.
public final class ExplainDecisionInteractor: ExplainDecisionBusinessLogic {
  private let source: any EntrySource
  private let presenter: any ExplainDecisionPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any ExplainDecisionPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Finds the decision, asks the rules once more, and hands all to the presenter.
  public func explain(_ request: ExplainDecision.Request) throws(Failure) {
    let seq = try Failure.entryNumber(request.seq)
    let stream = try Failure.of { () throws(LogError) in try source.stream(ofEntry: seq) }
    guard stream.category == Orders.category else { throw .notAnOrder(seq) }
    var explanation = DecisionExplanation(of: seq)
    _ = try Failure.of { () throws(LogError) in
      try source.eachChange(of: stream, through: seq, readsCommands: true) {
        (entry, changes) throws(JSONError) in try explanation.take(entry, changes)
      }
    }
    if let response = explanation.response { presenter.present(response) }
  }
}
