// Verifies a history: every line is read in full, commands and refusals included, and folded.

public import EventSourcing

/// Verifies a history.
public final class VerifyHistoryInteractor: VerifyHistoryBusinessLogic {
  private let source: any EntrySource
  private let presenter: any VerifyHistoryPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any VerifyHistoryPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Reads everything and hands what was found to the presenter.
  public func verify(_ request: VerifyHistory.Request) throws(Failure) -> Bool {
    var projection = StoreProjection(form: source.form, readsCommands: true)
    var end = ReadingEnd()
    var defect: VerifyHistory.Defect?
    do throws(LogError) {
      try source.project(into: &projection, level: .full, &end)
      defect = end.tornTail.map { .init($0, seq: end.seq + 1) }
    } catch {
      guard let found = VerifyHistory.Defect(error, seq: end.seq + 1) else {
        throw Failure(error)
      }
      defect = found
    }
    let response = VerifyHistory.Response(
      entries: end.entries, bytes: end.bytes, defect: defect, strangers: strangers())
    presenter.present(response)
    return response.isGood
  }

  /// None if the files can't even be listed, which is a defect of its own.
  private func strangers() -> [String] { (try? source.strangers()) ?? [] }
}

extension VerifyHistory.Defect {
  fileprivate init(_ tail: TornTail, seq: Int) {
    self.init(
      place: tail.place, seq: seq,
      what: "The log ends in \(tail.count) bytes of an entry that was never completed.",
      hint: "A crash explains it. The next command that writes moves the tail to quarantine/.")
  }

  /// nil if the error isn't about what the log says.
  fileprivate init?(_ error: LogError, seq: Int) {
    guard let place = error.place, error.code == .corrupt || error.code == .newerVersion else {
      return nil
    }
    self.init(place: place, seq: error.seq ?? seq, what: error.message, hint: error.advice)
  }
}
