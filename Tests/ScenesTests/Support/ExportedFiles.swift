// The files of an export, in memory.

import EventSourcing
import JSONLines

@testable import HistoryScenes
@testable import OrderScenes

final class ExportedFiles {
  private final class File: ByteOutput {
    private(set) var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
    func complete() {}
    var isClosed: Bool { false }
  }

  private var contents: [String: File] = [:]

  var names: [String] { contents.keys.sorted() }

  func open(_ name: String) -> any ByteOutput {
    let file = File()
    contents[name] = file
    return file
  }

  func text(_ name: String = "") -> String {
    String(decoding: contents[name]?.bytes ?? [], as: UTF8.self)
  }

  func lines(_ name: String = "") throws -> [JSONValue] {
    try text(name).split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  func rows(_ name: String) -> [[String]] {
    text(name).split(separator: "\r\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
  }
}

/// Exports a history of orders.
func exported(
  _ format: ExportFormat, _ source: any EntrySource,
  _ change: (inout ExportHistory.Request) -> Void = { _ in }
) throws -> ExportedFiles {
  let files = ExportedFiles()
  var request = ExportHistory.Request(format)
  change(&request)
  _ = try ExportHistory.respond(
    to: request, with: (History(source, of: .orders), files.open, { false }))
  return files
}
