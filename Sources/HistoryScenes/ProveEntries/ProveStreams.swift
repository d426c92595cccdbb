// Makes an evidence pack: the entries of some streams, and the proof of each that it is in the log of a checkpoint.

import Integrity

package protocol ByteOutput {
  /// Whether the output has no reader any more, so that there is no point in continuing.
  var isClosed: Bool { get }
  func write(_ bytes: [UInt8]) throws(Failure)
  /// All bytes were written: a file gets its name. Called before success is reported.
  func complete() throws(Failure)
}

package enum ProveStreams: RespondingScene {
  package struct Request: Sendable {
    /// The streams of the main domain.
    package let ids: [String]
    package let checkpoint: CheckpointFile
    /// Whether personal data is in it.
    package let isWithPersonalData: Bool
    /// The file that it goes to.
    package let file: String
    /// The name and version of the tool that writes it.
    let tool: String

    package init(
      _ ids: [String], _ checkpoint: CheckpointFile, isWithPersonalData: Bool, file: String,
      writtenBy tool: String
    ) {
      self.tool = tool
      self.ids = ids
      self.checkpoint = checkpoint
      self.isWithPersonalData = isWithPersonalData
      self.file = file
    }
  }

  package typealias Context = (history: History, output: any ByteOutput)

  package struct Response: SceneResponse, Sendable {
    package let file: String
    package let entries: Int
    /// The number of entries of these streams after the checkpoint.
    package let later: Int
    /// Whether personal data was asked for, of how many entries it is in the pack, and how many have lost it.
    package let isWithPersonalData: Bool
    package let personal: Int
    package let erased: Int

    package var notes: [String] {
      later == 0
        ? []
        : ["Not in the pack: \(entryCount(later)) after the checkpoint, which it doesn't prove."]
    }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let history = context.history
    let streams = try history.domains.streams(request.ids)
    let size = request.checkpoint.checkpoint.size
    var pack = EvidencePack(
      request.checkpoint, writtenBy: request.tool, isWithPersonalData: request.isWithPersonalData)
    var later = 0
    for (id, stream) in zip(request.ids, streams) {
      var isThere = false
      try Failure.of(
        history.eachEntry(of: stream) { entry in
          isThere = true
          if entry.seq <= size { pack.add(entry) } else { later += 1 }
        })
      guard isThere else { throw history.domains.noSuchStream(id, at: nil) }
    }
    guard pack.count > 0 else {
      throw .afterCheckpoint(
        "All entries of this are after \(request.checkpoint.name), which covers "
          + "\(entryCount(size)).")
    }
    try pack.write(of: history, to: context.output)
    return Response(
      file: request.file, entries: pack.count, later: later,
      isWithPersonalData: request.isWithPersonalData, personal: pack.personal, erased: pack.erased)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    "Wrote \(entryCount(response.entries)) with their proofs to \(response.file), "
      + "\(personalData(in: response)). README.txt in it says how to verify them."
  }

  private static func personalData(in response: Response) -> String {
    guard response.isWithPersonalData else { return "without personal data" }
    let erased = response.erased == 0 ? "" : "; that of \(entryCount(response.erased)) was erased"
    return response.personal == 0
      ? "without personal data" + (erased.isEmpty ? ": they have none" : erased)
      : "with the personal data of \(entryCount(response.personal))" + erased
  }
}

extension History {
  /// The entries of a stream, refused ones too.
  fileprivate func eachEntry(of stream: StreamName, _ body: (Entry) -> Void) throws(LogError) {
    try source.requireWhole(stream)
    var reader = try EntryReader(try narrowed(to: [.stream(stream)]).source)
    while let entry = try reader.next() {
      if stream.isStream(of: entry) { body(entry) }
    }
  }
}

extension ProveStreams.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("file", file)
    object.member("entries", entries)
    object.member("later", later)
    object.member("personal", personal)
    object.member("erased", erased)
  }
}
