import EventSourcing
import JSONLines
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct VerifyHistoryTests {
  private func verify(_ source: any EntrySource) throws -> (Bool, VerifyHistory.Response) {
    let spy = PresenterSpy<VerifyHistory.Response>()
    let isGood = try Interactor<VerifyHistory>(source, presenter: spy)
      .handle(())
    return (isGood, try #require(spy.response))
  }

  private func lines(of story: Story) throws -> [String] {
    var reader = try EntryReader(story.store)
    var lines: [String] = []
    while let entry = try reader.next() {
      lines.append(String(decoding: entry.bytes, as: UTF8.self))
    }
    return lines
  }

  @Test func `a good history is good`() throws {
    let (isGood, response) = try verify(Story.told().store)
    #expect(isGood)
    #expect(response.entries == 9)
    #expect(response.defect == nil)
  }

  @Test func `a changed letter is found, named, and counted up to`() throws {
    var lines = try lines(of: Story.told())
    lines[4] = lines[4].replacing("500", with: "600")
    let (isGood, response) = try verify(history(lines.joined(separator: "\n")))
    #expect(!isGood)
    #expect(response.entries == 4)
    #expect(response.defect?.place.line == 5)
    #expect(response.defect?.seq == 5)
    #expect(response.defect?.hint == "Correct the line, or remove it.")
  }

  @Test func `commands are read, too`() throws {
    var lines = try lines(of: Story.told())
    lines[8] = lines[8].replacing(/,"crc":"\w+"/, with: "")
      .replacing("deliver-order", with: "teleport-order")
    let (_, response) = try verify(history(lines.joined(separator: "\n")))
    #expect(response.defect?.seq == 9)
    #expect(response.defect?.what.contains("newer version") == true)
  }

  @Test func `the text has the place, the error and a hint`() throws {
    let display = DisplaySpy<[TonedLine]>()
    let presenter = VerifyHistory.presenter(on: display)
    presenter.present(response(defect: nil))
    #expect(display.viewModel == [.init("Good: 1 entry, 70 bytes. Every byte was read.", .good)])
    presenter.present(response(defect: Self.defect))
    let lines = try #require(display.viewModel)
    #expect(lines.first == .init("f:2: Broken.", .bad))
    #expect(lines.last == .init("Mend it."))
  }

  @Test func `an unread file is named, and is no defect`() throws {
    let display = DisplaySpy<[TonedLine]>()
    let documents = DocumentSpy()
    let found = response(defect: nil, strangers: ["log/a", "log/b"])
    VerifyHistory.presenter(on: display).present(found)
    JSONPresenter<VerifyHistory.Response>(display: documents).present(found)
    #expect(display.viewModel?.first?.tone == .good)
    #expect(
      display.viewModel?.dropFirst().map(\.text) == [
        "log/a isn't part of the log and is never read.",
        "log/b isn't part of the log and is never read.",
      ])
    #expect(
      documents.documents == [
        #"{"ok":true,"entries":1,"bytes":70,"strangers":["log/a","log/b"]}"#
      ])
  }

  private static let defect = VerifyHistory.Defect(
    place: Place(file: "f", line: 2, byte: 70), seq: 2, what: "Broken.", hint: "Mend it.")

  private func response(
    defect: VerifyHistory.Defect?, strangers: [String] = []
  ) -> VerifyHistory.Response {
    VerifyHistory.Response(entries: 1, bytes: 70, defect: defect, strangers: strangers)
  }

  @Test func `the JSON says the same`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<VerifyHistory.Response>(display: spy)
    presenter.present(response(defect: Self.defect))
    presenter.present(response(defect: nil))
    #expect(
      spy.documents == [
        #"{"ok":false,"entries":1,"bytes":70,"#
          + #""firstBad":{"file":"f","line":2,"byte":70,"seq":2,"what":"Broken."}}"#,
        #"{"ok":true,"entries":1,"bytes":70}"#,
      ])
  }
}
