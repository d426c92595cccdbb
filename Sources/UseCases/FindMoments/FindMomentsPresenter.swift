// Puts moments into words for people, and into JSON for programs.

import JSONLines

/// Presents moments as lines of text.
public final class FindMomentsPresenter: FindMomentsPresentationLogic {
  private let display: any FindMomentsDisplayLogic
  private let formatting: Formatting
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of moments and notes.
  public init(
    display: any FindMomentsDisplayLogic, notes: any NoteDisplayLogic,
    formatting: Formatting = .standard
  ) {
    self.display = display
    self.formatting = formatting
    self.notes = notes
  }

  /// Presents a moment.
  public func present(_ moment: FindMoments.Moment) {
    let (change, holds) =
      switch moment.change {
      case .begins: ("begins", true)
      case .holds: ("holds", true)
      case .ends(let since): ("ends; it held since @\(since)", false)
      }
    display.display(
      FindMoments.ViewModel(
        seq: String(moment.mark.seq), at: formatting.second(moment.mark.at),
        order: moment.mark.shownRevision, change: change, holds: holds))
  }

  /// Ends the presentation.
  public func finish(_ response: FindMoments.Response) {
    let isShort = response.selection == .first || response.selection == .last
    if !isShort || !response.isFound { display.display(summary: Self.summary(of: response)) }
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }

  private static func summary(of response: FindMoments.Response) -> String {
    guard response.isFound else { return "It never holds." }
    if response.isMomentary {
      return "It holds at \(entryCount(response.times)) of "
        + "\(counted(response.orders, "order"))."
    }
    return "It begins to hold \(counted(response.times, "time")), for "
      + "\(counted(response.orders, "order")); at the end it holds for \(response.holding)."
  }
}

/// Presents each moment as a JSON object, or their number as one.
public final class FindMomentsJSONPresenter: FindMomentsPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents a moment.
  public func present(_ moment: FindMoments.Moment) {
    var writer = JSONWriter(capacity: 256)
    moment.mark.write(to: &writer)
    switch moment.change {
    case .begins: writer.raw(#","change":"begins""#)
    case .holds: writer.raw(#","change":"holds""#)
    case .ends(let since):
      writer.raw(#","change":"ends","since":"#)
      writer.integer(Int64(since))
    }
    writer.raw("}")
    display.display(document: writer)
  }

  /// Ends the presentation.
  public func finish(_ response: FindMoments.Response) {
    if response.selection == .count {
      var writer = JSONWriter(capacity: 64)
      writer.raw(#"{"times":"#)
      writer.integer(Int64(response.times))
      writer.raw(#","orders":"#)
      writer.integer(Int64(response.orders))
      writer.raw(#","holding":"#)
      writer.integer(Int64(response.holding))
      writer.raw("}")
      display.display(document: writer)
    }
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }
}
