// What keeps a use case from answering, in the form in which it goes to a person or a program.

import EventSourcing
import Orders

/// Why a use case could not be carried out.
package struct Failure: Error, Equatable, Sendable {
  /// What sort of failure; a tool's exit code follows from it.
  package enum Kind: Sendable, CaseIterable {
    case negative
    case usage
    /// Data is corrupt, malformed or of a newer version.
    case badData
    /// There is no such store or order.
    case notFound
    case cannotCreate
    case inputOutput
    /// It may work later, or on fresh data.
    case tryAgain
    case interrupted
  }

  package let kind: Kind
  /// The failure in kebab case; stable.
  package let code: String
  package let message: String
  package let hint: String?
  package let place: Place?
  /// The revision that was expected, and the one that is there, of a conflict.
  package let revisions: Revisions?

  package struct Revisions: Equatable, Sendable {
    package let expected: Int
    package let actual: Int

    package init(expected: Int, actual: Int) {
      self.expected = expected
      self.actual = actual
    }
  }
  /// The part of what was typed that is to blame.
  package let excerpt: Excerpt?

  package struct Excerpt: Equatable, Sendable {
    package let text: String
    /// What stands in front of the part.
    package let prefix: String
    /// The part; empty at the text's end.
    package let part: String
    /// The part's first character, counted from 1.
    package let column: Int
  }

  package init(
    _ kind: Kind, code: String, _ message: String, hint: String? = nil, at place: Place? = nil,
    revisions: Revisions? = nil, excerpt: Excerpt? = nil
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.hint = hint
    self.place = place
    self.revisions = revisions
    self.excerpt = excerpt
  }
}

extension Failure {
  package init(_ error: LogError) {
    let kind: Kind =
      switch error.code {
      case .corrupt, .newerVersion, .malformed: .badData
      case .locked: .tryAgain
      case .noSuchStore, .notAStore: .notFound
      case .cannotCreate: .cannotCreate
      case .inputOutput, .diskFull, .writerFailed, .closed: .inputOutput
      case .entryTooLarge: .negative
      case .beyondEnd: .usage
      }
    self.init(
      kind, code: error.code.rawValue, error.message, hint: error.advice, at: error.place)
  }

  package init(_ error: PositionSyntaxError) {
    self.init(
      .usage, code: "bad-position", error.message,
      hint: "`cleanstore help positions` explains them.")
  }

  /// The failure of an order that isn't there.
  static func noSuchOrder(_ id: String, at position: String?) -> Failure {
    let moment = position.map { " at \($0)" } ?? ""
    return Failure(
      .notFound, code: "no-such-order", "There is no order \(id)\(moment).",
      hint: showingHint(for: id) ?? "`cleanstore list` shows the orders that there are.")
  }

  /// Where to take what names an entry, or the revision of an order; nil for anything else.
  private static func showingHint(for text: String) -> String? {
    guard let at = text.lastIndex(of: "@"), UInt(text[text.index(after: at)...]) != nil else {
      return nil
    }
    if at == text.startIndex { return "`cleanstore show \(text)` shows the entry." }
    guard StreamName(category: Orders.category, id: String(text[..<at])) != nil else { return nil }
    return "`cleanstore show \(text)` shows the order at that revision."
  }
}

extension Failure {
  package init(_ error: EngineError) {
    switch error {
    case .log(let error): self.init(error)
    case .revisionConflict(let expected, let actual):
      self.init(
        .tryAgain, code: error.code, error.message,
        hint: "Look at what has changed, then ask again with revision \(actual).",
        revisions: Revisions(expected: expected, actual: actual))
    case .commandIDReused:
      self.init(
        .negative, code: error.code, error.message,
        hint: "Give the command another id; the same one is for asking the same again.")
    case .malformedID:
      self.init(.usage, code: error.code, error.message, hint: "Check the order's id.")
    }
  }

  /// Carries out what may fail with a log's error.
  static func of<R>(_ body: () throws(LogError) -> R) throws(Failure) -> R {
    do throws(LogError) {
      return try body()
    } catch {
      throw Failure(error)
    }
  }
}
