// Puts the result of a verification into words for people, and into JSON for programs.

import JSONLines

/// Presents the result as text.
public final class VerifyHistoryPresenter: VerifyHistoryPresentationLogic {
  private let display: any VerifyHistoryDisplayLogic

  /// A presenter for a display.
  public init(display: any VerifyHistoryDisplayLogic) { self.display = display }

  /// Presents what was found.
  public func present(_ response: VerifyHistory.Response) {
    let good = entryCount(response.entries)
    var lines: [String]
    if let defect = response.defect {
      lines = [
        "\(defect.place): \(defect.what)",
        "\(good) before it (\(response.bytes) bytes) are good; entry \(defect.seq) is the first that isn't.",
      ]
      lines.append(
        defect.isTornTail
          ? "A crash explains it. The next command that writes moves the tail to quarantine/."
          : "Nothing was changed. Restore the file from a copy, or run `cleanstore recover`.")
    } else {
      lines = ["Good: \(good), \(response.bytes) bytes, every one of them read."]
    }
    display.display(VerifyHistory.ViewModel(isGood: response.isGood, lines: lines))
  }
}

/// Presents the result as one JSON document.
public final class VerifyHistoryJSONPresenter: VerifyHistoryPresentationLogic {
  private let display: any DocumentDisplayLogic

  /// A presenter for a display.
  public init(display: any DocumentDisplayLogic) { self.display = display }

  /// Presents what was found.
  public func present(_ response: VerifyHistory.Response) {
    var writer = JSONWriter()
    writer.raw(response.isGood ? #"{"ok":true,"entries":"# : #"{"ok":false,"entries":"#)
    writer.integer(Int64(response.entries))
    writer.raw(#","bytes":"#)
    writer.integer(Int64(response.bytes))
    if let defect = response.defect {
      writer.raw(#","firstBad":{"file":"#)
      writer.string(defect.place.file)
      writer.raw(#","line":"#)
      writer.integer(Int64(defect.place.line))
      writer.raw(#","byte":"#)
      writer.integer(Int64(defect.place.byte))
      writer.raw(#","seq":"#)
      writer.integer(Int64(defect.seq))
      writer.raw(#","what":"#)
      writer.string(defect.what)
      writer.raw("}")
    }
    writer.raw("}")
    display.display(document: writer)
  }
}
