import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Recorded entries that are imported: what comes back, and what is said of the rest.
@Suite struct ImportCloudEventsTests {
  private static let tomorrow = Timestamp(microseconds: Story.start.microseconds + 86_400_000_000)

  private func events(_ story: Story, batch: Bool = false) throws -> String {
    try exported(.cloudevents, story.store) {
      $0.personal = .kept
      $0.isBatch = batch
    }.text()
  }

  private func importing(_ text: String, into story: Story) throws
    -> (response: ImportCommands.Response?, isRestored: Bool)
  {
    let spy = PresenterSpy<ImportCommands.Response>()
    var request = ImportCommands.Request(name: "events")
    request.format = .cloudevents
    let isRestored = try ImportCommands.handle(
      request, in: .init(history(text), into: story.engine, clock: { Self.tomorrow }), spy)
    return (spy.responses.last, isRestored)
  }

  @Test(arguments: [true, false])
  func `every entry comes back with its circumstances`(_ batch: Bool) throws {
    let (story, copy) = (try Story.told(), try Story())
    let (response, isRestored) = try importing(events(story, batch: batch), into: copy)
    #expect(isRestored && response?.accepted == 8 && response?.lines == 9)
    var (one, other) = (try EntryReader(story.store), try EntryReader(copy.store))
    while let entry = try one.next() {
      let restored = try #require(try other.next())
      #expect(restored.at == entry.at && restored.rev == entry.rev)
      for part in [\Entry.command, \.events, \.rejected, \.personal] {
        #expect(restored[restored[keyPath: part]].elementsEqual(entry[entry[keyPath: part]]))
      }
      #expect(Text(restored.storage, restored.actor) == Text(entry.storage, entry.actor))
    }
    #expect(try other.next() == nil)
  }

  @Test func `the caller's own map and ids come back, too`() throws {
    let (story, copy) = (try Story(), try Story())
    var submission = Submission(
      OrderCommand.create(.amy), on: .id("1"), by: "amy", id: "c-1", expect: 0, reason: "new")
    submission.meta = [("b", "2"), ("a", "\"\n")]
    _ = try story.engine.engine.execute(submission, in: story.engine.orders)
    _ = try importing(events(story), into: copy)
    var (one, other) = (try EntryReader(story.store), try EntryReader(copy.store))
    let (entry, restored) = (try #require(try one.next()), try #require(try other.next()))
    #expect(!entry.meta.isEmpty && restored[restored.meta].elementsEqual(entry[entry.meta]))
    #expect(restored[restored.command].elementsEqual(entry[entry.command]))
  }

  /// An order is left out from the entry on whose personal data is missing; the others aren't.
  @Test func `what is left out is named`() throws {
    let (story, copy) = (try Story.told(), try Story())
    let bare = try exported(.cloudevents, story.store).lines()
    let full = try events(story).split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    var lines = full
    lines[1] = bare[1]
    let text = lines.map { line in
      var writer = JSONWriter()
      writer.value(line)
      return writer.withBytes { String(decoding: $0, as: UTF8.self) } + "\n"
    }.joined()
    let (response, isRestored) = try importing(text, into: copy)
    #expect(!isRestored && response?.changed == [] && response?.accepted == 6)
    #expect(response?.missing == [.init(stream: "order/1002", seq: 2, entries: 3)])
  }

  @Test func `places are those of the file`() throws {
    let lines = try events(Story.told()).split(separator: "\n").map { String($0) }
    let broken = lines[2].replacing(#""seq":3"#, with: #""seq":x"#)
    let failure = #expect(throws: Failure.self) {
      try importing(lines[0] + "\n" + lines[1] + "\n" + broken + "\n", into: try Story())
    }
    let before = lines[0].utf8.count + lines[1].utf8.count + 2
    let place = try #require(broken.firstRange(of: "x,")).lowerBound
    let offset = broken.utf8.distance(from: broken.startIndex, to: place)
    #expect(
      failure?.place?.line == 3 && failure?.place?.byte == before + offset, "\(failure as Any)")
  }
}
