// Puts a mended store into words for people, and into JSON for programs.

import EventSourcing
import JSONLines

/// Presents a mended store as text.
public final class RecoverStorePresenter: RecoverStorePresentationLogic {
  private let display: any RecoverStoreDisplayLogic

  /// A presenter for a display.
  public init(display: any RecoverStoreDisplayLogic) { self.display = display }

  /// Presents what was done.
  public func present(_ response: RecoverStore.Response) {
    display.display(RecoverStore.ViewModel(lines: Self.lines(of: response)))
  }

  private static func lines(of response: RecoverStore.Response) -> [String] {
    let kept = response.keptThrough
    guard let damage = response.damage else {
      return ["Nothing to recover: \(entryCount(kept)) read, all good."]
    }
    return [
      damage.description,
      kept > 0 ? "Kept everything before it: \(entryCount(kept))." : "There is no entry before it.",
      "Moved \(response.bytesMoved) bytes to:",
    ] + response.files.map { "  " + $0 }
  }
}

/// Presents a mended store as one JSON document.
public final class RecoverStoreJSONPresenter: RecoverStorePresentationLogic {
  private let display: any DocumentDisplayLogic

  /// A presenter for a display of documents.
  public init(display: any DocumentDisplayLogic) { self.display = display }

  /// Presents what was done.
  public func present(_ response: RecoverStore.Response) {
    var writer = JSONWriter()
    writer.raw(#"{"keptThrough":"#)
    writer.integer(Int64(response.keptThrough))
    if let damage = response.damage {
      writer.raw(#","damage":"#)
      writer.string(damage.description)
    }
    writer.raw(#","bytesMoved":"#)
    writer.integer(Int64(response.bytesMoved))
    writer.raw(#","files":["#)
    for (index, file) in response.files.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string(file)
    }
    writer.raw("]}")
    display.display(document: writer)
  }
}
