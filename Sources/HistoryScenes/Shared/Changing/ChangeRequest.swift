// The common part of all requests to change a stream.

package struct ChangeRequest: Sendable {
  /// The stream's id; empty for a category of one stream.
  package var id: String
  package var actor: String
  /// The caller's id of the command: with the same id again, it is executed only once.
  package var commandID: String?
  /// The revision that the caller has seen; anything else is a conflict.
  package var expect: Int?
  /// The reason of the request; an empty reason is none.
  package var reason: String?
  /// The caller's own map, in order.
  package var meta: [(key: String, value: String)] = []
  /// Whether only to report the outcome.
  package var isDryRun = false
  /// The conventions by which amounts were typed.
  package var locale = LocaleRules.iso

  package init(id: String = "", actor: String = "") {
    self.id = id
    self.actor = actor
  }
}

/// A request for a change, of whatever scene.
package protocol ChangingRequest: Sendable {
  var change: ChangeRequest { get set }
}

extension ChangeRequest: ChangingRequest {
  package var change: ChangeRequest {
    get { self }
    set { self = newValue }
  }
}

extension ChangeRequest {
  package func circumstances(on target: Circumstances.Target) -> Circumstances {
    var circumstances = Circumstances(
      on: target, by: actor, id: commandID, expect: expect, reason: typed(reason))
    circumstances.meta = meta
    return circumstances
  }
}

/// Whether a name would be taken for another one that lacks the blanks at its ends. One that is nothing else is none: the
/// rules refuse it.
package func hasOuterBlanks(_ name: String) -> Bool {
  guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last,
    isBlank(first) || isBlank(last)
  else { return false }
  return !name.unicodeScalars.allSatisfy(isBlank)
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  scalar.isASCII
    ? scalar == " " || ("\t"..."\r").contains(scalar) : scalar.properties.isWhitespace
}

/// An optional text as it was typed: an empty one is none.
package func typed(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
