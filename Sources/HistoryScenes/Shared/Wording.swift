// Wordings that several presenters share.

import Conventions
import EventSourcing

extension TornTail {
  /// What a reader says who stops before a torn tail.
  package var warning: String {
    "\(place): the log ends in \(count) bytes of an entry that was never completed; "
      + "everything before is shown."
  }
}

/// How many entries: `1 entry`.
package func entryCount(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

/// The arguments of this tool as a line for a shell.
package func commandLineText(_ arguments: [String]) -> String {
  shellLine(["cleanstore"] + arguments)
}
