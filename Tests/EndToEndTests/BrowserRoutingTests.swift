import EventSourcing
import Formatting
import HistoryScenes
import OrderScenes
import Terminal
import Testing

@testable import CommandLineTool
@testable import HistoryTool

/// The ways from one scene of the browser to another, with a spy at each boundary.
@Suite struct BrowserRoutingTests {
  private final class NavigationSpy: BrowserNavigation {
    private(set) var opened: [BrowserDestination] = []
    private(set) var begun: [[String]] = []
    private(set) var carriedOut: [[String]] = []
    func open(_ destination: BrowserDestination) { opened.append(destination) }
    func begin(command words: [String]) { begun.append(words) }
    func carryOut(command words: [String]) { carriedOut.append(words) }
  }

  private final class StreamRouterSpy: StreamRouting {
    private(set) var routes: [String] = []
    func routeToStream() { routes.append("stream") }
    func routeToHistory() { routes.append("history") }
    func routeToBlame() { routes.append("blame") }
    func routeToChange(_ change: BrowserChange) { routes.append(change.command) }
  }

  private final class EntryRouterSpy: EntryRouting {
    private(set) var routes: [String] = []
    func routeToEntry() { routes.append("entry") }
    func routeToExplanation() { routes.append("explanation") }
  }

  private final class Store: StreamDataStore, EntryDataStore {
    var streamID: String?
    var shownRevision: Int?
    var seq: Int?
  }

  private let workspace: Workspace
  private let navigation = NavigationSpy()
  private let region = Region(ScreenSize(rows: 20, columns: 80))

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func context() throws -> BrowserContext {
    let source = try HistoryTool.openSource(workspace.file("store"))
    return BrowserContext(try Journey({ History(source, of: .orders) }, from: nil))
  }

  private let changes = BrowsedOrders().changes

  // MARK: - Routers: only the id of a stream or the number of an entry travels

  @Test func `a router of streams passes the id of the one that is selected`() throws {
    let store = Store()
    let router = StreamRouter(CommandTable.history, from: store, navigation)
    #expect(throws: Failure.self) { try router.routeToStream() }
    store.streamID = "1002"
    try router.routeToStream()
    try router.routeToHistory()
    try router.routeToBlame()
    #expect(navigation.opened == [.stream("1002"), .history("1002"), .blame("1002")])
  }

  @Test func `a change expects the revision that was shown`() throws {
    let store = Store()
    (store.streamID, store.shownRevision) = ("1002", 2)
    let router = StreamRouter(CommandTable.history, from: store, navigation)
    for change in changes where change.isOfStream { try router.routeToChange(change) }
    #expect(navigation.carriedOut == [["edit", "1002", "--expect", "2"]])
    let begun = ["pay", "ship", "deliver", "cancel", "return", "refund", "delete"]
    #expect(navigation.begun == begun.map { [$0, "1002", "--expect", "2"] })
  }

  @Test func `a router of entries passes a number`() throws {
    let store = Store()
    let router = EntryRouter(from: store, navigation)
    for seq in [nil, 0] {
      store.seq = seq
      #expect(throws: Failure.self) { try router.routeToEntry() }
    }
    store.seq = 7
    try router.routeToEntry()
    try router.routeToExplanation()
    #expect(navigation.opened == [.entry(7), .explanation(7)])
  }

  // MARK: - Scenes: which key takes which route

  @Test func `the list leads to the selected order, and to what changes it`() throws {
    let (context, router) = (try context(), StreamRouterSpy())
    let scene = ListScene(context, navigation)
    scene.router = router
    try scene.refresh(width: 80)
    #expect(scene.streamID == "1002" && scene.shownRevision == 2)
    #expect(try scene.handle(.key(.down), in: region) && scene.streamID == "1001")
    #expect(scene.shownRevision == 4)
    #expect(try scene.handle(.key(.enter), in: region))
    for action in [BrowserAction.history, .blame] { #expect(try scene.perform(action)) }
    for change in changes[1...2] { try scene.changes?.routeToChange(change) }
    #expect(router.routes == ["stream", "history", "blame", "edit", "pay"])
    #expect(navigation.opened == [])
  }

  @Test func `an order leads to its history, and to what changes it`() throws {
    let (context, router) = (try context(), StreamRouterSpy())
    let scene = StreamScene("1001", context, navigation)
    scene.router = router
    try scene.refresh(width: 80)
    #expect(scene.shownRevision == 4)
    for action in [BrowserAction.open, .history, .blame] { #expect(try scene.perform(action)) }
    try scene.changes?.routeToChange(changes[7])
    #expect(try !scene.perform(.search))
    #expect(router.routes == ["history", "history", "blame", "refund"])
    // Before its first entry there is nothing to expect.
    context.journey.go(toEntry: 0)
    try scene.refresh(width: 80)
    #expect(scene.shownRevision == nil)
  }

  @Test func `a history leads to the selected entry`() throws {
    let (context, orders, entries) = (try context(), StreamRouterSpy(), EntryRouterSpy())
    let scene = EntriesScene(of: "1002", context, navigation)
    (scene.streamRouter, scene.entryRouter) = (orders, entries)
    try scene.refresh(width: 80)
    #expect(scene.seq == 7 && scene.streamID == "1002" && scene.shownRevision == 2)
    #expect(try scene.handle(.key(.up), in: region) && scene.seq == 6)
    #expect(try scene.handle(.key(.enter), in: region))
    #expect(try scene.perform(.explain) && scene.perform(.blame))
    try scene.changes?.routeToChange(changes[4])
    #expect(entries.routes == ["entry", "explanation"] && orders.routes == ["blame", "deliver"])
    // The selection is the moment that is shown.
    #expect(context.journey.here == 6)
    let log = EntriesScene(of: nil, context, navigation)
    try log.refresh(width: 80)
    #expect(try log.handle(.key(.up), in: region))
    #expect(context.journey.here == 5 && log.streamID == "1001" && log.changes == nil)
  }

  // MARK: - The journey

  /// 3 and 4 are missing.
  @Test func `numbers that are missing in a file are stepped over`() throws {
    let lines = try workspace.expect(.done, "log", "--json").output.split(separator: "\n")
    let kept = [lines[0], lines[1]] + lines[4...].filter { $0.contains("order/1002") }
    try workspace.write(kept.joined(separator: "\n") + "\n", to: "part.jsonl")
    let source = try HistoryTool.openSource(workspace.file("part.jsonl"))
    let journey = try Journey({ History(source, of: .orders) }, from: "2")
    try journey.step(by: 1)
    #expect(journey.here == 6)
    #expect(try journey.arrive { true })
    try journey.step(by: -1)
    #expect(try journey.arrive { true } && journey.here == 2)
    let context = BrowserContext(journey)
    let log = EntriesScene(of: nil, context, navigation)
    try log.refresh(width: 80)
    #expect(log.seq == 2)
    #expect(try log.handle(.key(.end), in: region) && log.seq == 7 && journey.here == 7)
  }

  @Test func `two marks are kept, the earlier one is compared with the later one`() throws {
    let journey = try context().journey
    #expect(journey.compared == nil)
    journey.mark()
    journey.go(toEntry: 3)
    #expect(journey.compared?.from == 3 && journey.compared?.to == 7)
    journey.mark()
    journey.go(toEntry: 5)
    #expect(journey.compared?.from == 3 && journey.compared?.to == 7)
    journey.mark()
    #expect(journey.marks == [3, 5])
    journey.unmark()
    #expect(journey.compared == nil)
  }

  @Test func `a column of the time line and its entry`() {
    let line = TimeLine(here: 50, end: 100, marks: [10])
    #expect(line.text(width: 11).text == "━▲━━━●─────")
    for width in [3, 11, 80] {
      #expect(line.entry(atColumn: 0, width: width) == 0)
      #expect(line.entry(atColumn: width - 1, width: width) == 100)
      #expect(line.entry(atColumn: 500, width: width) == 100)
    }
    #expect(TimeLine(here: 0, end: 0, marks: []).text(width: 5).text == "━━━━●")
  }

  @Test(arguments: [
    ("pay 1002 5.00", ["pay", "1002", "5.00"]), ("  a   b ", ["a", "b"]),
    (#"pay 1 --reason "a \"b\"" 'c d'"#, ["pay", "1", "--reason", "a \"b\"", "c d"]),
    ("cleanstore verify", ["verify"]), ("x ''", ["x", ""]), (#"a\ b"#, ["a b"]), ("", []),
  ]) func `a command is read as a shell would`(_ text: String, _ words: [String]) throws {
    #expect(try CommandWords(text).words == words)
  }

  @Test(arguments: ["'a", "\"a", "a\\"]) func `a quote that isn't closed`(_ text: String) {
    #expect(throws: Failure.self) { try CommandWords(text) }
  }

  @Test func `an escape sequence in a text is neither obeyed nor taken for a style`() {
    let refusal = Failure(
      .refused, code: "x", "\u{1b}[1;31mpaid\u{1b}[0m", hint: "\u{1b}]0;x")
    var page = StyledLines(width: 80)
    refusal.draw(on: &page)
    page.paragraph("\u{1b}[2J", .bold)
    #expect(
      page.lines == [
        StyledText(#"cleanstore: \u{1b}[1;31mpaid\u{1b}[0m (x)"#), StyledText(#"  \u{1b}]0;x"#),
        StyledText(#"\u{1b}[2J"#, .bold),
      ])
  }
}
