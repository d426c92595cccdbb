// The messages of the scene that compares this build with another one on the same history.

public import JSONLines

/// Decides a history from its beginning and compares what comes of it with what another build says.
public enum CompareBuilds {
  /// What to compare: the other build was asked the same.
  public typealias Request = HistoryOutcomes.Request
}

/// What another build says comes of a history.
public protocol OutcomeLineSource: AnyObject {
  /// The next line without its LF; nil at the end.
  func next() throws(Failure) -> ByteStorage?
}

/// Compares.
public protocol CompareBuildsBusinessLogic {
  /// Compares and hands what differs to the presenter.
  ///
  /// - Returns: Whether nothing differs.
  func compare(_ request: CompareBuilds.Request) throws(Failure) -> Bool
}
