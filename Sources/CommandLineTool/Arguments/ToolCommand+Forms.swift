// The rows of the commands that take a form for an order.

extension ToolCommand {
  static let create = ToolCommand(
    "create", summary: "Create an order.",
    discussion: [
      "Takes the order from flags, from a JSON form, or from both, and reports all errors at once, "
        + "field by field. At a terminal, it prompts for what is missing or wrong, and shows the "
        + "order before it is created.",
      "An order that isn't given an id gets the next number from 1001 up. A create that is refused is in the "
        + "log under the number it got, and so uses it up.",
    ],
    examples: [
      Example("cleanstore create", "Fill in an order at prompts."),
      Example(
        "cleanstore create --from order.json --order 1001",
        "Create an order from a JSON form."),
      Example(
        "cleanstore create --from order.json --customer bob --same-address",
        "The same for another customer, shipped to the billing address."),
    ],
    flags: creatingFlags + [FormFlags.quiet(\.isQuiet)],
    groups: FormFlags.form
      + [
        Group(
          "Recording",
          Flags.creating(\.change) + [Flags.dryRun(\.change.isDryRun)]
            + Flags.common(Flags.lockTimeout, Flags.acceptClock, Flags.trace, Flags.yes))
      ], quotesOperands: false, synonyms: ["new", "add"],
    request: FormRequest(), run: CommandRun.create)

  static let validate = ToolCommand(
    "validate", summary: "Check whether an order could be created.",
    discussion: ["Takes the same form as `cleanstore create`, and records nothing."],
    examples: [Example("cleanstore validate --from order.json", "Check a JSON form.")],
    flags: creatingFlags,
    groups: FormFlags.form + [Group("Recording", Flags.creating(\.change))],
    quotesOperands: false, request: FormRequest(isDryRun: true), run: CommandRun.create)

  private static let creatingFlags: [RequestFlag<FormRequest>] = [
    FormFlags.from(\.from), FormFlags.reuse(\.reusesLastOrder), FormFlags.order(\.change.id),
  ]

  static let edit = ToolCommand(
    "edit", summary: "Edit an order.",
    discussion: [
      "Fields that aren't named stay as they are; items are replaced as a whole. Records only what "
        + "differs, and nothing if nothing does. If the order is changed meanwhile, "
        + "nothing is recorded and the exit code is 75.",
      "At a terminal, an edit that names no field opens the editor. With --from as well as --editor, it opens "
        + "what was kept of an earlier edit.",
    ],
    examples: [
      Example("cleanstore edit 1001 --phone 555-0100", "Change a field."),
      Example("cleanstore edit 1001 --remove shipment.street2", "Remove a field."),
      Example("cleanstore edit 1001 --editor", "Edit the order as JSON in $VISUAL or $EDITOR."),
    ],
    operands: [Operands.order(accepting: .update)(\.change.id)],
    flags: [FormFlags.from(\.from), FormFlags.editor(\.opensEditor), FormFlags.removing],
    groups: FormFlags.form + [Group("Recording", Flags.changingOrder(\.change))],
    quotesOperands: false, synonyms: ["undo", "revert", "update", "change", "set"],
    request: FormRequest(), run: CommandRun.edit)
}
