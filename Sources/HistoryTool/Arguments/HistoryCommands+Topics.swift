// Help on topics besides commands, for users who have only the binary. Docs/Conditions.md says more of
// conditions; a test compares the grammars.

import Platform

extension HistoryCommands {
  package var positions: Topic {
    Topic(
      "positions", summary: "How to name a moment in the history.",
      [
        .paragraph("--at takes a position, and so does every operand that names a moment."),
        .terms([
          Term("4127, @4127", "After the entry with this number."),
          Term("-3", "Three entries before the end."),
          Term("\(id)@5", "After the entry that brought \(words.noun) \(id) to revision 5."),
          Term(
            "2026-01-31T12:00",
            "At the end of this minute, or of a second, 2026-01-31T12:00:07, in the zone of --time-zone; in another "
              + "zone 2026-01-31T12:00Z or 2026-01-31T12:00+01:00. A time with decimals is one moment."
          ),
          Term("T12:00", "The same, today."),
          Term("2026-01-31", "At the end of this day, in the zone of --time-zone."),
          Term("today, yesterday", "At the end of that day."),
          Term("now", "At this moment."),
          Term("start", "Before the first entry."),
          Term("end", "After the last entry."),
        ]),
        .paragraph(
          "Times can also be typed as they are shown, in the form of --locale: '2026-01-31 12:00:07 +01:00', "
            + "'31.01.2026, 12:00'. What was typed to the day, minute or second means all of it: --since begins at its "
            + "beginning, --until and positions end at its end. Where clocks are put back or forward, the tool says "
            + "which moment it took for a time that they show twice or skip; an offset names one."),
        .paragraph(
          "A position beyond the end is an error (64) that names the end. A range A..B excludes A "
            + "and includes B, so that a range that begins with a day begins after its end; --since "
            + "takes that day in. The entry with the number 4127 itself is named @4127."),
      ])
  }

  package var conditions: Topic {
    let lines = examples.conditions.isEmpty ? [] : [Topic.Block.lines(examples.conditions)]
    return Topic(
      "conditions", summary: "How to write conditions on \(words.plural).",
      [
        .paragraph(
          "find, check, step and minimize --when take conditions; watch takes any expression that "
            + "can be part of one. They are evaluated on \(words.subject) after each of its entries."
        )
      ] + lines + [.terms(terms), .heading("Grammar"), .lines(grammar)])
  }

  package var exitCodes: Topic {
    Topic(
      "exit-codes", summary: "What the exit codes mean.",
      [
        .terms(
          ExitCode.allCases.map {
            let meaning = $0.meaning(of: tool, about: words.noun)
            return Term("\($0.rawValue)", meaning.capitalizedFirst + ".")
          }),
        .paragraph("It is no error if a reader closes the pipe early, as head does."),
      ])
  }

  package var settingsTopic: Topic {
    let forPeople = settings.filter(\.isForPeople).map(\.key).joined(separator: " and ")
    return Topic(
      "settings", summary: "What can be set once, by variables or in a file.",
      [
        .paragraph(
          "A flag takes precedence over its variable, the variable over the file, and the file over "
            + "PAGER, NO_COLOR and CLICOLOR_FORCE, which other programs use, too. LANG, LC_* and TZ "
            + "are ignored. `\(tool) config` shows what is set, and where."),
        .terms(settings.map { $0.term(variable(of: $0)) }),
        .heading("The file"),
        .paragraph(
          "It is the one that --config names, else $XDG_CONFIG_HOME/\(tool)/config, else "
            + "~/.config/\(tool)/config, which may be missing. With --no-config, none is read."),
        .lines(["# How I like it", "locale = de-DE", "time-zone = Europe/Berlin"]),
        .paragraph(
          "A # at the beginning of a line or after a space begins a comment. An unknown or repeated "
            + "key, and a value that isn't one, is an error (\(ExitCode.configuration.rawValue))."),
        .heading("Scripts"),
        .paragraph(
          "With --json, \(forPeople) are taken only from flags, so that the output is the same for "
            + "everyone."),
      ])
  }

  package func environment(_ own: [Term] = []) -> Topic {
    let others = [
      Term("PAGER", "The pager, unless one is set."),
      Term("NO_COLOR", "If set to anything: no color."),
      Term("CLICOLOR_FORCE", "If set to anything but 0: color everywhere."),
      Term("XDG_CONFIG_HOME, HOME", "Where the settings file is."),
      Term("COLUMNS", "The width of the terminal, if it differs from what the terminal reports."),
      Term("TERM", "If dumb: no color, no progress line and no pager."),
      Term("TMPDIR", "The folder for temporary files; /tmp by default."),
    ]
    let store = Term(
      variable("STORE"), "The store, unless --store is given. If it is empty, it counts as unset.")
    return Topic(
      "environment", summary: "The environment variables that are used.",
      [.terms([store] + settings.map { $0.variableTerm(variable(of: $0)) } + own + others)])
  }

  private var terms: [Term] {
    let list = domains.main.listNames.first
    return [
      Term(
        "fields",
        "\(examples.fields ?? "\(domains.main.fieldNames.joined(separator: ", ")).") Fields of the "
          + "entry are seq, at, actor, command.type, accepted, refused and "
          + "rejected.code.\(examples.passages[.formats] ?? "")"),
      Term(
        "kinds",
        "A value is a number, a text, a time or a condition, and only values of the same type can "
          + "be compared. Texts are in quotes, and are ordered byte by byte."),
      Term(
        "a contains b",
        "Holds if the text b is somewhere in a; a starts with b, if a begins with it."),
      Term("lower(a)", "The text a in small letters, to compare it whatever its case."),
    ] + (domains.main.hasMoney ? [amounts] : []) + [
      Term(
        "times",
        "2026-01-31T12:00, in the zone that times are shown in, or with its own zone: "
          + "2026-01-31T12:00Z, 2026-01-31T12:00+01:00; or as times are shown. A day, minute or second stands for all "
          + "of its moments: at == 2026-01-31 is true at any time on that day."),
      Term(
        "absent",
        "What is computed from an absent value is absent, and a comparison with it is false, in "
          + "and not in among them. a else b is b where a is absent; exists(a) tests whether a is "
          + "present."),
      Term("old(a)", "The value of a before the entry; absent if the \(words.noun) didn't exist."),
      Term(
        "changed(a)",
        "Holds if a has another value than before the entry, where an absent number is 0 and an "
          + "absent condition is false."),
    ]
      + (list.map {
        [
          Term("len(\($0))", "The number of elements."),
          Term("sum(\($0), a)", "The sum of a over all elements."),
        ]
      } ?? [])
  }

  private var amounts: Term {
    Term(
      "amounts",
      "Written with decimals, in the currency of each state: total > 50.00. Only 0 needs none. Or as they are "
        + "shown, with their currency: total > 1.234,50 €; in quotes, total > \"1,234.50\", also without it. Whole "
        + "numbers multiply amounts: quantity * unitPrice.")
  }

  private var grammar: [String] {
    let hasLists = !domains.main.listNames.isEmpty
    let amount = ofMoney("amount | ")
    let place = hasLists ? #" [ "[" integer "]" { "." name } ]"# : ""
    let ofValue = #"( "exists" | "old" | "changed" | "lower" ) "(" condition ")" ;"#
    return Self.expressions + [
      #"value      = integer | \#(amount)text | time | "true" | "false" | field | call"#,
      #"           | "-" value | "(" condition ")" ;"#,
    ]
      + (hasLists
        ? [
          #"call       = "len" "(" list ")" | "sum" "(" list "," condition ")""#,
          "           | " + ofValue,
        ] : ["call       = " + ofValue])
      + [#"field      = name { "." name }\#(place) ;"#]
      + (hasLists ? ["list       = name ;"] : []) + ["integer    = digit { digit } ;"]
      + (domains.main.hasMoney
        ? [#"amount     = integer "." integer | "12.99 USD" | "1.234,50 €" | "$1,234.50" ;"#] : [])
      + Self.literals
  }

  private static let expressions = [
    #"condition  = or ;"#,
    #"or         = and { "or" and } ;"#,
    #"and        = not { "and" not } ;"#,
    #"not        = "not" not | comparison ;"#,
    #"comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "starts" "with" ) sum ]"#,
    #"           | sum [ "not" ] "in" ( "[" set "]" | "(" set ")" ) ;"#,
    #"set        = sum { "," sum } ;"#,
    #"sum        = product { ( "+" | "-" ) product } ;"#,
    #"product    = choice { "*" choice } ;"#,
    #"choice     = value { "else" value } ;"#,
  ]

  private static let literals = [
    #"text       = '"' { any character but '"' } '"'"#,
    #"           | "'" { any character but "'" } "'" ;"#,
    #"time       = "2026-01-31" | "2026-01-31T12:00" [ zone ] | "2026-01-31T12:00:00.5" [ zone ] ;"#,
    #"zone       = "Z" | ( "+" | "-" ) "01:00" ;"#,
    #"name       = ( letter | "_" ) { letter | digit | "_" } ;"#,
  ]
}
