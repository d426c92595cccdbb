// The browser on a scripted screen.

import EventSourcing
import HistoryScenes
import OrderScenes
import Terminal
import TerminalKit
import Testing

@testable import CommandLineTool
@testable import HistoryTool

extension BrowserContext {
  /// A context for orders.
  convenience init(_ journey: Journey) {
    self.init(journey, .standard, in: .cleanstore, of: BrowsedOrders())
  }
}

protocol BrowserSuite {
  var workspace: Workspace { get }
  /// The tool, and the part of its browser that only its domain has. Default: those of orders.
  var browsed: (tool: ToolDescription, domain: any BrowsedDomain) { get }
}

extension BrowserSuite {
  var browsed: (tool: ToolDescription, domain: any BrowsedDomain) { (.cleanstore, BrowsedOrders()) }
}

extension BrowserSuite {
  func journey(in store: String = "store", from position: RequestedPosition? = nil) throws
    -> Journey
  {
    let path = workspace.file(store)
    return try Journey(
      { () throws(Failure) in
        try Failure.of { () throws(LogError) in
          History(try HistoryTool.openSource(path), of: browsed.tool.history.domains)
        }
      }, from: position)
  }

  /// The screens after each key, and before the first.
  ///
  /// - Parameter meanwhile: The changes of others after the key with a number, and before the screen shows again.
  func screens(
    _ keys: [Key], in store: String = "store", from position: RequestedPosition? = nil,
    size: ScreenSize = ScreenSize(rows: 24, columns: 80),
    meanwhile: [Int: () throws -> Void] = [:],
    carryingOut carryOut: @escaping ([String]) -> Void = { _ in }
  ) throws -> [String] {
    try screens(
      keys.map { .key($0) }, in: store, from: position, size: size, meanwhile: meanwhile,
      carryingOut: carryOut)
  }

  func screens(
    _ events: [ScreenEvent], in store: String = "store", from position: RequestedPosition? = nil,
    size: ScreenSize = ScreenSize(rows: 24, columns: 80),
    meanwhile: [Int: () throws -> Void] = [:],
    carryingOut carryOut: @escaping ([String]) -> Void = { _ in }
  ) throws -> [String] {
    var texts: [String] = []
    let look = ScriptedScreen.Step.look { texts.append($0.text) }
    var steps = [look]
    for (place, event) in events.enumerated() {
      steps.append(.event(event))
      if let act = meanwhile[place] {
        steps += [.look { _ in #expect(throws: Never.self) { try act() } }, .event(.timeout)]
      }
      steps.append(look)
    }
    let screen = ScriptedScreen(size, steps)
    let context = BrowserContext(
      try journey(in: store, from: position), .standard, in: browsed.tool, of: browsed.domain)
    #expect(Browser(on: screen, context, carryingOut: carryOut).run() == 15)
    return texts
  }

  func last(_ keys: [Key], in store: String = "store", from position: RequestedPosition? = nil)
    throws
    -> String
  {
    try #require(try screens(keys, in: store, from: position).last)
  }

  func keys(_ text: String) -> [Key] { text.map { Key(.character($0)) } }
}
