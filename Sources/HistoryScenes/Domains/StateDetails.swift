// How a domain shows a stream other than field by field.

import Conventions
import EventSourcing
import JSONLines
import Replay

/// A stream at some moment, for programs and, by its view model, for people.
package protocol StateDetails: JSONRepresentable, Sendable {
  /// As text for people.
  func viewModel(_ formatting: Formatting) -> AnyViewModel
}

/// The view model of a domain's own scene, which a view of that domain can draw.
package struct AnyViewModel: Equatable, Sendable {
  package let value: any Equatable & Sendable

  package init(_ value: any Equatable & Sendable) { self.value = value }

  package static func == (one: Self, other: Self) -> Bool { one.value.isEqual(to: other.value) }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}

/// A domain with a scene of its own for a stream.
package protocol DetailedDomain: HistoryDomain {
  /// A stream at a moment; nil if there is nothing to show.
  static func details(of state: State, id: String, at moment: String) -> (any StateDetails)?
}

extension DetailedDomain {
  /// The same for a state of unknown type.
  static func details(ofAny state: Any, id: String, at moment: String) -> (any StateDetails)? {
    (state as? State).flatMap { details(of: $0, id: id, at: moment) }
  }
}
