// The rows of the commands that fill a store.

extension ToolCommand {
  static let importing = CommandTable.history.importing(
    [
      "--format cloudevents reads what `cleanstore export cloudevents --with-personal` wrote, lines or an array: "
        + "the recorded commands are evaluated again, with their times, actors, ids and reasons, and outcomes that "
        + "differ from the recorded ones are named, as are orders whose personal data is missing, which are left "
        + "out from there on. Then the exit code is 1."
    ], flags: [Flags.importFormat(\.imported.format)])

  static let generate = ToolCommand(
    "generate", summary: "Make up orders, as commands to import.",
    discussion: [
      "Writes the commands of an invented shop to standard output: orders over five years, in "
        + "several currencies, most of them paid, shipped and delivered, some changed, cancelled, "
        + "returned or refunded, and some commands that the rules refuse. The same number of orders "
        + "and seed make the same commands, on every machine."
    ],
    examples: [
      Example(
        "cleanstore generate --orders 1000 | cleanstore import -", "Fill a store to try things in.")
    ],
    flags: [Flags.orders(\.orders), Flags.seed(\.seed)], request: GenerateFlags(),
    run: CommandRun.generate)
}
