// What conditions are, for those who have only the binary. Docs/Conditions.md says more; a test compares
// the grammars.

import Terminal

extension Topic {
  static let conditions = Topic(
    "conditions", summary: "What can be asked of an order, and how it is written.",
    [
      .paragraph(
        "find, check, step and minimize --when take conditions; watch shows anything that can stand in "
          + "one. They are asked of an order as it is after each of its entries."),
      .lines([
        #"status == "shipped" and paid < total"#,
        #"changed(billing.zip) or rejected.code == "invalid""#,
        "sum(items, quantity * unitPrice) > 10000",
        "at >= 2026-01-31 and not exists(carrier)",
      ]),
      .terms(terms), .heading("Grammar"), .lines(grammar),
    ])

  private static let terms = [
    Term(
      "fields",
      "Named as `cleanstore show --json` names them: status, billing.zip, items[0].sku. The entry's "
        + "are seq, at, actor, command.type and rejected.code. `cleanstore help formats` lists them."
    ),
    Term(
      "kinds",
      "A value is a number, a text, a time or a condition, and only what is of one kind can be "
        + "compared. Texts stand in quotes, and are ordered byte by byte."),
    Term("amounts", "Whole numbers of minor units: 12.99 is 1299."),
    Term("times", "In UTC. A day is all of its moments: at == 2026-01-31 is any time on that day."),
    Term(
      "absent",
      "What isn't there makes what is worked out of it absent, and a comparison with it false. "
        + "a else b is b where a is absent; exists(a) tells whether it is there."),
    Term("old(a)", "a as it was before the entry; absent if the order wasn't there."),
    Term("changed(a)", "Holds if a isn't what it was before the entry."),
    Term("len(items)", "How many there are."),
    Term("sum(items, a)", "The sum of a over all of them."),
  ]

  private static let grammar = [
    #"condition  = or ;"#,
    #"or         = and { "or" and } ;"#,
    #"and        = not { "and" not } ;"#,
    #"not        = "not" not | comparison ;"#,
    #"comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]"#,
    #"           | sum [ "not" ] "in" ( "[" set "]" | "(" set ")" ) ;"#,
    #"set        = sum { "," sum } ;"#,
    #"sum        = product { ( "+" | "-" ) product } ;"#,
    #"product    = choice { "*" choice } ;"#,
    #"choice     = value { "else" value } ;"#,
    #"value      = integer | text | time | "true" | "false" | field | call"#,
    #"           | "-" value | "(" condition ")" ;"#,
    #"call       = "len" "(" list ")" | "sum" "(" list "," condition ")""#,
    #"           | ( "exists" | "old" | "changed" ) "(" condition ")" ;"#,
    #"field      = name { "." name } [ "[" integer "]" { "." name } ] ;"#,
    #"list       = name ;"#,
    #"integer    = digit { digit } ;"#,
    #"text       = '"' { any character but '"' } '"'"#,
    #"           | "'" { any character but "'" } "'" ;"#,
    #"time       = "2026-01-31" | "2026-01-31T12:00Z" | "2026-01-31T12:00:00.5Z" ;"#,
    #"name       = ( letter | "_" ) { letter | digit | "_" } ;"#,
  ]
}
