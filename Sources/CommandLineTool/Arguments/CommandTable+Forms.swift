// The rows of the commands that take a form for an order.

import Terminal

extension CommandTable {
  static let create = Command(
    "create", summary: "Create an order.",
    discussion: [
      "The order is filled in by flags, by a JSON form, or by both. Whatever is wrong with it is "
        + "said at once, field by field. On a terminal, what is missing or wrong is asked for, and "
        + "whoever was asked sees the order before it is created."
    ],
    examples: [
      Example("cleanstore create", "Fill in an order, field by field."),
      Example("cleanstore create --from order.json --order 1001", "Create one from a JSON form."),
      Example(
        "cleanstore create --from order.json --customer bob --same-address",
        "The same for somebody else, shipped to the billing address."),
    ],
    flags: [FormFlags.from, FormFlags.reuse, FormFlags.order, FormFlags.quiet],
    groups: FormFlags.form
      + [FlagGroup("Recording", Flags.creating + [Flags.dryRun, Flags.lockTimeout])])

  static let validate = Command(
    "validate", summary: "Say whether an order could be created, and what is wrong with it.",
    discussion: ["Takes the form as `cleanstore create` does, and records nothing."],
    examples: [Example("cleanstore validate --from order.json", "Check a JSON form.")],
    flags: [FormFlags.from, FormFlags.reuse, FormFlags.order],
    groups: FormFlags.form + [FlagGroup("Recording", Flags.creating)])

  static let edit = Command(
    "edit", summary: "Change what was filled in on an order.",
    discussion: [
      "What isn't named stays as it is; items are replaced as a whole. Only what differs is "
        + "recorded, and nothing if nothing does. If somebody else changes the order meanwhile, "
        + "nothing is changed and the exit code is 75.",
      "On a terminal, an edit that names no field opens the editor.",
    ],
    examples: [
      Example("cleanstore edit 1001 --phone 555-0100", "Change one field."),
      Example("cleanstore edit 1001 --remove shipment.street2", "Remove one."),
      Example("cleanstore edit 1001 --editor", "Edit the order as JSON in $VISUAL or $EDITOR."),
    ],
    operands: [Operands.order],
    flags: [FormFlags.from, FormFlags.editor, FormFlags.remove],
    groups: FormFlags.form + [FlagGroup("Recording", Flags.changing)])
}
