// A folder for the logs of one test, and the tool to judge them with.

import Foundation
import Testing

final class Bench {
  let folder: String
  let judge: Judge

  init() throws {
    // In memory, if there is such a place: thousands of logs are written.
    let parent = Files.isFolder("/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    var template = Array((parent + "/cleanstore-second.XXXXXX").utf8CString)
    folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    judge = Judge(tool: try Bench.tool(), folder: folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The tool lies beside the tests.
  private static func tool() throws -> String {
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument)
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let tool = folder.appendingPathComponent("cleanstore").path
        if FileManager.default.isExecutableFile(atPath: tool) && !Files.isFolder(tool) {
          return tool
        }
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
