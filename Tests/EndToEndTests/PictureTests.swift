// Docs/Pictures/browse.svg is a recording of the browser on the demo's store. To record it again after a change, run
//
//     CLEANSTORE_PRINT_DOCS=1 swift test --filter PictureTests
//
// Docs/Pictures/report.png is made by .ci/pictures.

import Foundation
import HistoryScenes
import Terminal
import TerminalKit
import TestKit
import Testing

@testable import CommandLineTool
@testable import HistoryTool

@Suite struct PictureTests {
  @Test func `the picture of the browser shows what it shows`() throws {
    let picture = try Self.recording()
    try Repository.expect(picture, printedTo: "Docs/Pictures/browse.svg")
    #expect(picture.utf8.count < 200_000)
  }

  /// Ten seconds: back in time, into an order, its history, and why a command was refused.
  private static func recording() throws -> String {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let source = try HistoryTool.openSource(workspace.file("store"))
    let context = BrowserContext(try Journey({ History(source, of: .orders) }, from: nil))
    var frames: [Frame] = []
    let look = ScriptedScreen.Step.look { if let frame = $0.frames.last { frames.append(frame) } }
    let keys: [Key] = [.left, .left, .left, .left, "$", .enter, "[", "h", "x", .escape]
    let screen = ScriptedScreen(
      ScreenSize(rows: 22, columns: 84), [look] + keys.flatMap { [.event(.key($0)), look] })
    _ = Browser(on: screen, context, carryingOut: { _ in }).run()
    // The key that leads back to the end shows what the first frame does.
    frames.remove(at: 5)
    return FrameSVG.movie(frames, secondsEach: 1)
  }
}
