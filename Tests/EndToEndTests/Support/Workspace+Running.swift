// The tool in a workspace: in this process, or as a process of its own where it matters that it is one.

import Terminal
import TerminalKit
import Testing

@testable import CommandLineTool
@testable import HistoryTool
@testable import QuizTool

extension Tool {
  /// Runs the tool in a folder, without a process of its own.
  ///
  /// - Parameters:
  ///   - tool: Another one than the product's, with its name.
  ///   - input: The text of standard input.
  ///   - environment: Variables besides those of ``Tool/environment``.
  static func run(
    _ arguments: [String], in folder: String, input: [UInt8] = [],
    environment: [String: String] = [:],
    of tool: (name: String, description: ToolDescription) = ("cleanstore", .cleanstore)
  ) throws -> Finished {
    let variables = Tool.environment.merging(environment) { $1 }
    guard ThreadFolder.isPossible else {
      return try RunningProcess(path(tool.name), arguments, in: folder, environment: variables)
        .finish(input: input)
    }
    let stream = try Pipe.holding(input)
    let (output, errors) = (CapturedOutput(), CapturedOutput())
    var world = World.real()
    world.arguments = ProcessArguments(arguments)
    world.environment = variables
    (world.input, world.output, world.errors) = (stream.number, output, errors)
    (world.terminal, world.pager) = (.none, { _ in nil })
    world.prompt = TerminalPrompt(on: errors, terminal: .none)
    world.editor = ExternalEditor(environment: variables, terminal: .none)
    // Ctrl-C is for the tests.
    world.catchInterrupts = {}
    world.unreadableVariables = []
    let code = try withExtendedLifetime(stream) {
      try ThreadFolder.run(in: folder) { HistoryTool.Tool(tool.description, in: world).run() }
    }
    return Finished(ending: .exited(code.rawValue), output: output.text, errors: errors.text)
  }

  /// Runs a command that reads on the golden log in Fixtures.
  static func runOnGoldenLog(_ arguments: [String]) throws -> Finished {
    try run(
      arguments, in: Files.repository + "/Fixtures", environment: ["CLEANSTORE_STORE": "format-1"])
  }
}

extension Workspace {
  /// Runs the tool in this folder, without a process of its own.
  func run(_ arguments: [String], input: String = "", environment: [String: String] = [:])
    throws -> Finished
  {
    try Tool.run(arguments, in: path, input: Array(input.utf8), environment: environment)
  }

  func run(_ arguments: String..., input: String = "", environment: [String: String] = [:])
    throws -> Finished
  {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs the tool, which has to end with this code, and returns what it said.
  @discardableResult
  func expect(
    _ code: ExitStatus, _ arguments: String..., input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Finished {
    try expect(code, args: arguments, input: input, sourceLocation: sourceLocation)
  }

  /// The same with arguments that are at hand.
  @discardableResult
  func expect(
    _ code: ExitStatus, args arguments: [String], input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Finished {
    let finished = try run(arguments, input: input)
    #expect(
      finished.code == code.rawValue, "\(arguments): \(finished)", sourceLocation: sourceLocation)
    return finished
  }

  /// Starts the tool as a process in this folder: to be signalled, killed, or read while it runs.
  func start(_ arguments: [String], environment: [String: String] = [:], outputPath: String? = nil)
    throws -> RunningProcess
  {
    try RunningProcess(
      Tool.path(), arguments, in: path, environment: Tool.environment.merging(environment) { $1 },
      outputPath: outputPath)
  }

  /// Starts the tool in this folder, with its streams redirected as a shell does it.
  func start(_ arguments: [String], redirecting redirection: String) throws -> RunningProcess {
    try RunningProcess(
      "/bin/sh", ["-c", #"exec "$0" "$@" "# + redirection, Tool.path()] + arguments, in: path,
      environment: Tool.environment)
  }

  /// Starts the tool in this folder, with files of at most this number of blocks.
  func start(_ arguments: [String], limitingFiles blocks: Int) throws -> RunningProcess {
    try RunningProcess(
      "/bin/sh", ["-c", #"ulimit -f \#(blocks); exec "$0" "$@""#, Tool.path()] + arguments,
      in: path, environment: Tool.environment)
  }

  /// Starts the tool at a terminal.
  func terminal(_ arguments: [String], with variables: [String: String] = [:]) throws
    -> TerminalSession
  {
    try TerminalSession(
      Tool.path(), arguments, in: path, environment: Tool.environment.merging(variables) { $1 })
  }
}
