// Shows one entry in full: finds its stream, then folds that stream up to it.

public import EventSourcing
import JSONLines

/// Shows one entry of a history.
public final class ShowEntryInteractor: ShowEntryBusinessLogic {
  private let source: any EntrySource
  private let presenter: any ShowEntryPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any ShowEntryPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Finds the entry and hands it to the presenter.
  public func showEntry(_ request: ShowEntry.Request) throws(Failure) {
    let seq = try Failure.entryNumber(request.seq)
    let found = try Failure.of { () throws(LogError) in try source.item(ofEntry: seq) }
    if let found { presenter.present(ShowEntry.Response(item: found)) }
  }
}

extension EntrySource {
  /// The entry with this number, with what it changed.
  func item(ofEntry seq: Int) throws(LogError) -> OrderHistory.Item? {
    var found: OrderHistory.Item?
    let stream = try stream(ofEntry: seq)
    _ = try eachChange(of: stream, through: seq) { (entry, changes) throws(JSONError) in
      guard entry.seq == seq else { return }
      let fields = changes.fields(of: entry)
      found = try OrderHistory.Item(entry, changes: FieldChanges(fields.before, fields.after))
    }
    return found
  }
}

extension Failure {
  /// The number of an entry as it was typed, `4127` or `@4127`.
  static func entryNumber(_ text: String) throws(Failure) -> Int {
    let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seq = Int(digits), seq > 0,
      seq < .max
    else {
      throw Failure(
        .usage, code: "bad-entry", "'\(text)' is no entry.",
        hint: "Entries are named by their numbers, as in @4127; `cleanstore log` shows them.")
    }
    return seq
  }
}
