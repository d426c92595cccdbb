// Puts into words what a search has found, and into JSON. The entry looks as it does where it is shown
// alone; how far the search has come is a note.

public import EventSourcing
import JSONLines

/// Presents what was found as text.
public final class BisectHistoryPresenter: BisectHistoryPresentationLogic {
  private let display: any BisectHistoryDisplayLogic & ShowEntryDisplayLogic
  private let notes: any NoteDisplayLogic
  private let formatting: Formatting

  /// A presenter for displays of findings and notes.
  public init(
    display: any BisectHistoryDisplayLogic & ShowEntryDisplayLogic, notes: any NoteDisplayLogic,
    formatting: Formatting = .standard
  ) {
    self.display = display
    self.notes = notes
    self.formatting = formatting
  }

  /// Presents what is taken for granted, and what a crash left behind the last entry.
  public func begin(_ tornTail: TornTail?) {
    if let tornTail { notes.display(note: tornTail.warning) }
    notes.display(note: BisectHistory.assumption)
  }

  /// Presents that a look is about to be taken.
  public func present(_ look: BisectHistory.Look) { notes.display(note: look.note) }

  /// Presents what was found.
  public func present(_ response: BisectHistory.Response) {
    switch response {
    case .found(let item):
      display.display(verdict: "Bad from entry \(item.entry.seq) on.")
      ShowEntryPresenter(display: display, formatting: formatting)
        .present(ShowEntry.Response(item: item))
    case .undecided(let first, let last):
      display.display(
        verdict: "Good at \(first), bad at \(last); nothing between them can be judged.")
    case .unchanged(let isGood):
      display.display(
        verdict: "Both ends are \(isGood ? "good" : "bad"), so there is nothing to search for.")
    }
  }
}

/// Presents what was found as one JSON document.
public final class BisectHistoryJSONPresenter: BisectHistoryPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents what is taken for granted, and what a crash left behind the last entry.
  public func begin(_ tornTail: TornTail?) {
    if let tornTail { notes.display(note: tornTail.warning) }
    notes.display(note: BisectHistory.assumption)
  }

  /// Presents that a look is about to be taken.
  public func present(_ look: BisectHistory.Look) { notes.display(note: look.note) }

  /// Presents what was found: `{"entry","changes"}`, or `{"good","bad"}` with the numbers of the last
  /// entry known to be good and the first known to be bad, or `{"ends"}` with what both of them are.
  public func present(_ response: BisectHistory.Response) {
    var writer = JSONWriter()
    switch response {
    case .found(let item): return display.display(item: item)
    case .undecided(let first, let last):
      writer.raw(#"{"good":"#)
      writer.integer(Int64(first))
      writer.raw(#","bad":"#)
      writer.integer(Int64(last))
      writer.raw("}")
    case .unchanged(let isGood): writer.raw(isGood ? #"{"ends":"good"}"# : #"{"ends":"bad"}"#)
    }
    display.display(document: writer)
  }
}

extension BisectHistory {
  fileprivate static let assumption =
    "Assuming that all is good up to some entry, and bad from that entry on."
}

extension BisectHistory.Look {
  fileprivate var note: String {
    "Looking \(seq == 0 ? "at the start" : "behind entry \(seq)"): \(entryCount(entries)) to search, "
      + "about \(counted(looks, "look")) left."
  }
}
