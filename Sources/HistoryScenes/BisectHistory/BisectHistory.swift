// The messages of the scene that searches for the first bad entry with a program, and how they are
// shown. The entry looks the same as by itself; the progress of the search is a note.

package enum BisectHistory: Scene {
  package struct Request: Sendable {
    /// A moment at which all is well; the start if nil.
    package var good: RequestedPosition?
    /// A moment at which it isn't; the end if nil.
    package var bad: RequestedPosition?

    package init(good: RequestedPosition? = nil, bad: RequestedPosition? = nil) {
      self.good = good
      self.bad = bad
    }
  }

  package struct Look: Equatable, Sendable {
    /// The number of the entry after which the streams are looked at; 0 for the start.
    package let seq: Int
    package let entries: Int
    /// About how many looks there will be, this one included.
    package let looks: Int
  }

  /// First what a crash left after the last entry, and what was erased, then looks, then what was found.
  package enum Response: Sendable {
    case beginning(TornTail?, Erasures)
    case look(Look)
    case found(ShowLog.Item)
    /// The first bad entry is one of those after the first number up to the second: those between
    /// can't be judged.
    case undecided(first: Int, last: Int)
    /// Both moments are good, or both are bad.
    case unchanged(isGood: Bool)
  }

  package struct ViewModel: Equatable, Sendable {
    package let sentence: String?
    package var entry: ShowEntry.ViewModel?
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .beginning, .look: ViewModel(sentence: nil)
    case .found(let item):
      ViewModel(
        sentence: "Bad from entry \(item.entry.seq) on.",
        entry: ShowEntry.viewModel(of: item, formatting))
    case .undecided(let first, let last):
      ViewModel(sentence: "Good at \(first), bad at \(last); no entry between them can be judged.")
    case .unchanged(let isGood):
      ViewModel(
        sentence: "Both ends are \(isGood ? "good" : "bad"), so there is nothing to search for.")
    }
  }
}

/// Judges the streams as they were at some moment.
package protocol StateJudge: AnyObject {
  /// - Parameter seq: The number of the last entry before it; 0 for the start.
  func begin(_ seq: Int) throws(Failure)
  func take(_ state: borrowing JSONWriter) throws(Failure)
  func judge() throws(Failure) -> Bisection.Judgement
}

extension BisectHistory.Response: SceneResponse, JSONRepresentable {
  package var documents: [BisectHistory.Response] {
    switch self {
    case .beginning, .look: []
    case .found, .undecided, .unchanged: [self]
    }
  }

  package var notes: [String] {
    switch self {
    case .beginning(let tail, let erasures):
      [tail?.warning, erasures.note].compactMap { $0 }
        + ["Assuming that everything is good up to some entry, and bad from that entry on."]
    case .look(let look):
      [
        "Testing \(look.seq == 0 ? "the start" : "entry \(look.seq)"): \(entryCount(look.entries)) "
          + "to search, about \(counted(look.looks, "test")) left."
      ]
    case .found, .undecided, .unchanged: []
    }
  }

  /// Writes an entry with its changes, or `{"good","bad"}` with the numbers of the last entry known to be
  /// good and the first known to be bad, or `{"ends"}` with what both of them are.
  package func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .beginning, .look: writer.object { _ in }
    case .found(let item): item.writeJSON(to: &writer)
    case .undecided(let first, let last):
      writer.object {
        $0.member("good", first)
        $0.member("bad", last)
      }
    case .unchanged(let isGood): writer.object { $0.member("ends", isGood ? "good" : "bad") }
    }
  }
}
