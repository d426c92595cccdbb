import Formatting
import HistoryScenes
import OrderScenes
import Terminal
import TerminalKit
import Testing

@testable import CommandLineTool
@testable import HistoryTool
@testable import QuizTool

/// The browser on a scripted screen, with the demo's store: entries 1, 3, 4 and 5 are of 1001, 2, 6 and 7 of 1002.
@Suite struct BrowserTests: BrowserSuite {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  @Test func `it begins with the orders as they are, the latest change first`() throws {
    let lines = try last([]).split(separator: "\n")
    #expect(lines[0].hasPrefix("Orders by last change") && lines[0].contains("now"))
    #expect(lines[1].contains("2 orders · 1 placed, 1 shipped · total 87.29 USD · paid 67.39 USD"))
    #expect(lines[3].contains("1002") && lines[4].contains("1001"))
    #expect(lines.contains { $0.contains("@7 1002@2 clerk delete-order") })
  }

  @Test func `back in time, everything is as it was, and what the last step changed is marked`()
    throws
  {
    let texts = try screens([.left, .left, .left])
    #expect(texts[1].contains("in the past") && texts[1].contains("6 of 7"))
    #expect(texts[2].contains("5 of 7") && texts[2].contains("▌1002   placed"))
    #expect(texts[2].contains("24.90 USD  24.90 USD"))
    #expect(texts[3].contains("4 of 7") && texts[3].contains("▌1001   paid"))
    #expect(
      texts[3].contains(
        "status placed → paid  paid 0.00 USD → 62.39 USD  due 62.39 USD → 0.00 USD"))
  }

  @Test func `from the list into the order, its history, an entry, why, and back again`() throws {
    let texts = try screens([.enter, "h", .enter, "x", .escape, .escape, .escape, .escape])
    let titles = texts.map { $0.prefix { $0 != "\n" } }
    let expected = [
      "Orders by last change ", "Orders by last change › Order 1002", "› History of order 1002",
      "Entry @7", "Why @7 was decided so", "Entry @7", "History of order 1002", "› Order 1002",
      "Orders by last change ",
    ]
    for (title, part) in zip(titles, expected) { #expect(title.contains(part)) }
    #expect(texts[4].contains("BROKEN  order-has-payments"))
  }

  static let places: [(keys: String, from: RequestedPosition?, place: String)] = [
    ("0", nil, "0 of 7"), ("0$", nil, "7 of 7"), ("[", nil, "6 of 7"), ("[[", nil, "2 of 7"),
    ("[[[", nil, "0 of 7"), ("[]", nil, "7 of 7"), ("{", nil, "0 of 7"), ("{}", nil, "7 of 7"),
    ("g3\n", nil, "3 of 7"), ("g-2\n", nil, "5 of 7"), ("g1001@3\n", nil, "4 of 7"),
    ("gstart\n", "4", "0 of 7"), ("g2025-06-02T09:20Z\n", nil, "2 of 7"),
    ("/balance == 0\n", "start", "4 of 7"), ("/balance == 0\nn", "start", "4 of 7"),
    ("/status == 'paid'\nn", "start", "5 of 7"), ("/status == 'paid'\nnN", "start", "4 of 7"),
    ("/refused\n", "start", "7 of 7"),
  ]

  @Test(arguments: places.indices)
  func `keys lead to other moments`(_ number: Int) throws {
    let (typed, from, place) = Self.places[number]
    let keys = typed.map { $0 == "\n" ? Key.enter : Key(.character($0)) }
    #expect(try last(keys, from: from).contains(" \(place)"), "\(typed)")
  }

  @Test func `an order before it was created, and what isn't there`() throws {
    #expect(try last([.enter] + keys("0")).contains("There is no order 1002 yet at this moment."))
    #expect(try last(keys("g99") + [.enter]).contains("There is no entry 99"))
    #expect(try last(keys("/foo > 1") + [.enter]).contains("There is no field 'foo'."))
  }

  @Test func `two marked moments are compared`() throws {
    let text = try last(keys("m0md"))
    #expect(text.contains("@0 → @7") && text.contains("+ order 1001: shipped, 62.39 USD"))
    #expect(try last(keys("d")).contains("Nothing is marked."))
    let order = try last([.enter] + keys("m[[d"))
    #expect(order.contains("order 1002") && order.contains("paid"))
    #expect(order.contains("0.00 USD → 5.00 USD"))
  }

  @Test func `names of entries in an answer lead to them`() throws {
    // Blame has them in a column, and explanations in sentences.
    #expect(try last([.enter, "b", .enter]).contains("Blame of order 1002 › Entry @2"))
    #expect(try last([.enter, "b", .tab, .tab, .enter]).contains("› Entry @6"))
    #expect(try last([.left, "x", .tab, .enter]).contains("› Entry @2"))
    #expect(try last([.left, "x", .enter]).contains("› Entry @6"))
    // Nothing is named where nothing is broken.
    #expect(try last(keys("i") + [.enter]).contains("There is nothing to open here."))
  }

  @Test func `an order is changed at the end only, with the revision that was shown`() throws {
    var commands: [[String]] = []
    _ = try screens([.enter, "P"] + keys("5.00") + [.enter], carryingOut: { commands.append($0) })
    #expect(commands == [["pay", "1002", "--expect", "2", "5.00"]])
    commands = []
    let texts = try screens([.enter, .left, "P"], carryingOut: { commands.append($0) })
    #expect(commands == [] && texts[3].contains("This is the past."))
    _ = try screens([.enter, "h", "D", .enter], carryingOut: { commands.append($0) })
    #expect(commands == [["deliver", "1002", "--expect", "2"]])
    commands = []
    _ = try screens(["C", "l", "C", "P"], carryingOut: { commands.append($0) })
    #expect(commands == [["create"], ["create"]])
    commands = []
    // Looking is possible at any moment.
    _ = try screens([.left, ":"] + keys("verify") + [.enter], carryingOut: { commands.append($0) })
    #expect(commands == [["verify"]])
    commands = []
    for change in ["--no-pager pay 1002 1.00", "import orders.jsonl", "erase 1002 --reason gdpr"] {
      let past = try screens(
        [.left, ":"] + keys(change) + [.enter], carryingOut: { commands.append($0) })
      #expect(commands == [] && past.last?.contains("This is the past.") == true, "\(change)")
    }
    // Its flag --actor selects.
    _ = try screens([.left, ":"] + keys("log") + [.enter], carryingOut: { commands.append($0) })
    #expect(commands == [["log"]])
  }

  @Test func `after a change the order is shown as it is now`() throws {
    let workspace = workspace
    let texts = try screens(
      [.enter, "P"] + keys("19.90") + [.enter],
      carryingOut: { words in
        let finished = try? workspace.run(words + ["--store", "store"])
        #expect(finished?.code == 0)
      })
    let text = try #require(texts.last)
    #expect(
      text.contains("Order 1002 at 8: paid, revision 3") && text.contains("▌  paid      24.90 USD"))
    #expect(text.contains("8 of 8"))
  }

  @Test(arguments: [(10, 40), (24, 80), (60, 200), (11, 41)])
  func `it fits any screen`(_ rows: Int, _ columns: Int) throws {
    let size = ScreenSize(rows: rows, columns: columns)
    let texts = try screens([.left, .enter, "h", .enter, "x", "?", .escape, "l"], size: size)
    // The title of what is open, and what is selected there.
    let expected = [
      ("Orders by last change", "1002   placed"), ("Order 1002", "Order 1002 at 6"),
      ("History of order 1002", "      6  2025-06-02"), ("Entry @6", "Entry 6: pay-order"),
      ("Why @6 was decided so", "Entry 6: pay-order"), ("Keys", "Esc closes this"),
      ("Why @6 was decided so", "Entry 6: pay-order"), ("All entries", "      6  2025-06-02"),
    ]
    for (text, (title, selected)) in zip(texts.dropFirst(), expected) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try #require(lines.count == rows && lines.allSatisfy { $0.count <= columns })
      #expect(text.contains(selected), "\(text)")
      // The box is in front of everything.
      guard title != "Keys" else { continue }
      // In less room than usual the title is cut.
      let isCut = columns < 80
      #expect(lines[0].contains(isCut ? title.prefix(4) : title[...]), "\(text)")
      #expect(lines[0].contains("in the past") && lines[rows - 2].hasSuffix(" 6 of 7"), "\(text)")
      #expect(lines[rows - 1].hasSuffix("? keys  q quit"), "\(text)")
    }
  }

  @Test func `the mouse selects, opens, and slides the time line`() throws {
    func mouse(_ kind: MouseEvent.Kind, _ row: Int, _ column: Int) -> ScreenEvent {
      .mouse(MouseEvent(kind, row: row, column: column))
    }
    let texts = try screens([
      mouse(.press, 4, 3), mouse(.press, 4, 3), mouse(.press, 22, 0), mouse(.drag, 22, 36),
      mouse(.wheelDown, 22, 5), mouse(.wheelUp, 22, 5), mouse(.press, 22, 72), mouse(.press, 0, 0),
    ])
    #expect(texts[1].hasPrefix("Orders by") && texts[2].contains("› Order 1001"))
    #expect(texts[3].contains("0 of 7") && texts[3].contains("There is no order 1001 yet"))
    #expect(
      texts[4].contains("3 of 7") && texts[5].contains("4 of 7") && texts[6].contains("3 of 7"))
    #expect(texts[7].contains("7 of 7") && texts[8] == texts[7])
  }

  @Test func `the keys that help names are the keys that work`() {
    let browsers: [(any BrowsedDomain, HistoryCommands)] = [
      (BrowsedOrders(), CommandTable.history),
      (
        BrowsedStreams(of: DomainTool.quiz.description.history), DomainTool.quiz.description.history
      ),
    ]
    for (domain, commands) in browsers {
      let keys = BrowserKeys(of: domain, commands)
      var seen: Set<Key> = []
      for key in keys.all { #expect(seen.insert(key).inserted, "\(key) does two things") }
      for row in keys.help.flatMap(\.rows) {
        #expect(!row.spelling.isEmpty && !row.help.isEmpty, "\(row)")
      }
    }
  }
}
