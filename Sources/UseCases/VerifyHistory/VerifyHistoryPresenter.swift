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
      if let hint = defect.hint { lines.append(hint) }
    } else {
      lines = ["Good: \(good), \(response.bytes) bytes, every one of them read."]
    }
    lines += response.strangers.map { "\($0) isn't part of the log: nothing reads it." }
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
    if !response.strangers.isEmpty {
      writer.raw(#","strangers":["#)
      for (index, path) in response.strangers.enumerated() {
        if index > 0 { writer.raw(",") }
        writer.string(path)
      }
      writer.raw("]")
    }
    writer.raw("}")
    display.display(document: writer)
  }
}
