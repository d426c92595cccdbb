// Shows what is kept beside a store's log to make commands fast, checks it, builds it anew or removes it.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines

package enum CacheAction: String, CaseIterable, Sendable {
  case status, rebuild, verify, clear
}

package enum ManageCache: RespondingScene {
  package typealias Request = (path: String, action: CacheAction)

  /// A segment of the log, and its index.
  package struct Part: Equatable, Sendable {
    package let segment: Int
    /// In a word: `current`.
    package let state: String
    package let isIndexed: Bool
    /// Whether it is long enough for an index, and has none that can be used.
    package let lacksIndex: Bool
    package let bytes: Int

    package init(segment: Int, state: String, isIndexed: Bool, lacksIndex: Bool, bytes: Int) {
      self.segment = segment
      self.state = state
      self.isIndexed = isIndexed
      self.lacksIndex = lacksIndex
      self.bytes = bytes
    }
  }

  /// An index that isn't what the log says.
  package struct Difference: Equatable, Sendable {
    package let segment: Int
    /// The first stream whose entries it doesn't find, if there is one.
    package let stream: String?

    package init(segment: Int, stream: String?) {
      self.segment = segment
      self.stream = stream
    }
  }

  package enum Response: SceneResponse, Equatable, Sendable {
    /// - Parameter areNew: Whether the indexes were just built.
    case parts([Part], areNew: Bool)
    case checked(Int, Difference?)
    case cleared(files: Int, bytes: Int)

    package var isPositive: Bool {
      switch self {
      case .checked(_, let difference): difference == nil
      case .parts(let parts, let areNew): !areNew || !parts.contains(where: \.lacksIndex)
      case .cleared: true
      }
    }
  }

  package struct ViewModel: Equatable, Sendable {
    package let lines: [String]
  }

  package static func respond(to request: Request, with files: any StoreFiles) throws(Failure)
    -> Response
  {
    try Failure.of { () throws(LogError) in
      try files.manageCache(of: request.path, request.action)
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .parts(let parts, let areNew): return ViewModel(lines: lines(of: parts, areNew: areNew))
    case .checked(let count, nil):
      return ViewModel(lines: ["\(indexes(count)) checked: what they say is what the log says."])
    case .checked(_, let difference?):
      let segment = "The index of segment \(difference.segment) isn't what the log says"
      let stream = difference.stream.map { ", first for \($0)" } ?? ""
      return ViewModel(lines: [
        "\(segment)\(stream).", "`\(ToolName.current) cache rebuild` builds it anew from the log.",
      ])
    case .cleared(let files, let bytes):
      return ViewModel(lines: [
        "Removed \(indexes(files)), \(bytes) bytes. Commands that need one build it again."
      ])
    }
  }

  private static func lines(of parts: [Part], areNew: Bool) -> [String] {
    if parts.isEmpty { return ["The log is empty."] }
    let indexed = parts.filter(\.isIndexed)
    let bytes = indexed.reduce(0) { $0 + $1.bytes }
    let segments = parts.count == 1 ? "1 segment" : "\(parts.count) segments"
    let verb = areNew ? "Built the indexes" : "There are indexes"
    let summary = "\(verb) of \(indexed.count) of \(segments), \(bytes) bytes."
    let failure =
      areNew && parts.contains(where: \.lacksIndex)
      ? ["The log is damaged (see `\(ToolName.current) verify`), or the store can't be written to."]
      : []
    return [summary]
      + parts.filter { !$0.isIndexed }.map { "  segment \($0.segment)  \($0.state)" } + failure
  }

  private static func indexes(_ count: Int) -> String {
    count == 1 ? "1 index" : "\(count) indexes"
  }
}

extension ManageCache.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    switch self {
    case .parts(let parts, _): object.member("segments", parts)
    case .checked(let count, let difference):
      object.member("checked", count)
      object.member("same", difference == nil)
      object.member("segment", difference?.segment)
      object.member("stream", difference?.stream)
    case .cleared(let files, let bytes):
      object.member("removed", files)
      object.member("bytes", bytes)
    }
  }
}

extension ManageCache.Part: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("segment", segment)
    object.member("index", state)
    object.member("bytes", bytes)
  }
}
