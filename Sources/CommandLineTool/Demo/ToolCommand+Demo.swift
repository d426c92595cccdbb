// The row of the demo.

extension ToolCommand {
  static let demo = ToolCommand(
    "demo", summary: "Tell the story of two orders, step by step.",
    discussion: [
      "Creates, edits, pays and ships orders, has a command refused, looks at the past and "
        + "verifies the log. Times and ids are fixed, so the output is always the same."
    ],
    examples: [Example("cleanstore demo shop", "Keep the store in the folder shop.")],
    operands: [Operands.demoDirectory(\.self)], request: nil, run: CommandRun.demo)
}
