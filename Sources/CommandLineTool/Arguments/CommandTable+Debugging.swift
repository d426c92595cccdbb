// The rows of the commands that track down a mistake and send it to somebody.

import Terminal

extension CommandTable {
  static let step = Command(
    "step", summary: "Step through the log at a prompt, back and forth.",
    discussion: [
      "Shows the entry that it stands behind, and waits for commands: next, back, goto, until, "
        + "back-until, end, show, diff, why, mark, marks, help and quit. They can be shortened, and an "
        + "empty line is the last one once more. `help` explains them.",
      "until and back-until stop at entries after which a condition holds for the entry's order; "
        + "`cleanstore help conditions` explains conditions. Out of a pipe, commands are read without "
        + "a prompt; exit 1 if one of them failed.",
    ],
    examples: [
      Example("cleanstore step", "Begin at the end."),
      Example("cleanstore step 1001 --at start", "One order, from its beginning."),
      Example(
        #"printf 'b\nwhy\n' | cleanstore step"#, "Why did the last entry but one come out so?"),
    ],
    operands: [Operands.stepOrder], flags: [Flags.at])

  static let bisect = Command(
    "bisect", summary: "Find the first bad entry, for what only a program can tell.",
    discussion: [
      "The program finds the orders as they were, deleted ones too, on its standard input, one JSON "
        + "object a line as `list --json` prints them, and the entry's number in CLEANSTORE_POSITION. "
        + "As with git bisect, it ends with 0 where all is well, with 125 where it can't tell, with "
        + "any other code up to 127 where something is wrong, and with more to break the search off.",
      "The search assumes that all is good up to one entry and bad from there on. Both ends are asked "
        + "about first; if both are good or both bad, there is nothing to search for. For what a "
        + "condition can say, `cleanstore find` is faster.",
      "Shows the first bad entry as `cleanstore show @SEQ` does. Exit 1 if there is none.",
    ],
    examples: [
      Example(
        #"cleanstore bisect --run "jq -se 'map(.balance) | add < 100000' > /dev/null""#,
        "When was more than 1000.00 owed in all?"),
      Example("cleanstore bisect --run ./check.sh --good 1001@1", "Good when 1001 was created."),
    ],
    flags: [Flags.judge, Flags.good, Flags.bad])

  static let extract = Command(
    "extract", summary: "Take orders out of the log, as a file that shows a mistake.",
    discussion: [
      "Lines are copied as they are. With a range, accepted entries before it are taken along for the "
        + "orders that have an entry in it, so that what comes of their commands stays the same. "
        + "Without orders, those of the range are taken, and the catalogue.",
      "--pseudonymize puts a token in the place of every customer, name, telephone number, e-mail "
        + "address, street, city, postal code and last four digits of a card, and of every actor, "
        + "reason, reference, tracking number and value of meta. A text has the same token wherever "
        + "it stands, under the same key, and another one has another. Tokens have the form of what "
        + "they replace, right or wrong, so that `cleanstore replay` decides as before. What stays: "
        + "ids, times, states, countries, goods, money, carriers, and brand and last month of cards.",
      "Whoever has the key can find out what a token stands for. Exit 1 if there is nothing to take.",
    ],
    examples: [
      Example("cleanstore extract 1001 > bug.jsonl", "The history of one order."),
      Example("cleanstore extract 1001 1002 100..120", "Two orders, from entry 101 to 120."),
      Example(
        "cleanstore extract 1001 --pseudonymize --key-file key --output bug.jsonl",
        "A history without anybody's name."),
    ],
    operands: [Operands.ordersAndRange],
    flags: [Flags.pseudonymize, Flags.keyFile, Flags.outputFile], isPaged: true)
}
