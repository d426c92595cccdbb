// The pages that explain a tool: help on a terminal, the manual page, the reference in Markdown. They differ
// in how they set a heading or a term; their contents are written here, once.

import Formatting

package protocol Page {
  mutating func heading(_ title: String, level: Int)
  mutating func paragraph(_ text: String)
  mutating func terms(_ terms: [Term])
  mutating func examples(_ examples: [Example])
  mutating func lines(_ lines: [String])
}

extension Page {
  package mutating func write(_ command: Command, usage: String, headingLevel level: Int) {
    heading(command.name, level: level)
    paragraph(command.summary)
    lines([usage])
    for text in command.discussion { paragraph(text) }
    writeArguments(of: command, headingLevel: level + 1)
    writeExclusions(of: command)
    write(command.examples, headingLevel: level + 1)
  }

  package mutating func write(_ examples: [Example], headingLevel level: Int) {
    if examples.isEmpty { return }
    heading("Examples", level: level)
    self.examples(examples)
  }

  package mutating func examples(_ examples: [Example]) {
    for example in examples {
      paragraph(example.explanation)
      lines([example.name])
    }
  }

  mutating func writeArguments(of command: Command, headingLevel level: Int) {
    if !command.operands.isEmpty {
      heading("Operands", level: level)
      terms(command.operands.map { Term($0.name, $0.help) })
    }
    write(command.flagGroups, headingLevel: level)
  }

  /// Writes the flags that can't be used together. Pairs that share their first flag are adjacent.
  mutating func writeExclusions(of command: Command) {
    var sets: [[FlagRow]] = []
    for group in command.exclusive {
      if let last = sets.last, group.count == 2, last[0].name == group[0].name {
        sets[sets.count - 1].append(group[1])
      } else {
        sets.append(group)
      }
    }
    let groups = Set(command.exclusive.map { $0.map(\.name) })
    for set in sets {
      let spellings = set.map(\.spelling)
      if groups.contains(set.map(\.name)) {
        paragraph("Only one of \(alternatives(spellings)) can be used.")
      } else {
        let others = alternatives(Array(spellings.dropFirst()))
        paragraph("\(spellings[0]) can't be used together with \(others).")
      }
    }
  }

  package mutating func write(_ groups: [FlagGroup], headingLevel level: Int) {
    for group in groups {
      heading(group.title, level: level)
      terms(group.members.map(\.term))
    }
  }

  package mutating func write(_ topic: Topic, headingLevel level: Int) {
    heading(topic.name, level: level)
    paragraph(topic.summary)
    writeBlocks(of: topic, headingLevel: level + 1)
  }

  mutating func writeBlocks(of topic: Topic, headingLevel level: Int) {
    for block in topic.blocks {
      switch block {
      case .heading(let title): heading(title, level: level)
      case .paragraph(let text): paragraph(text)
      case .terms(let terms): self.terms(terms)
      case .lines(let lines): self.lines(lines)
      }
    }
  }
}

extension FlagRow {
  /// `-n, --limit N` and its sentence; choices are named in it.
  package var term: Term {
    let letter = short.map { "-\($0), " } ?? ""
    var explanation = help
    if case .choice(_, let choices) = value {
      explanation += " One of \(choices.joined(separator: ", "))."
    }
    if repeats { explanation += " May be repeated." }
    if isCount { explanation += " Also written -\(placeholder ?? "N")." }
    return Term(letter + spelling + (placeholder.map { " " + $0 } ?? ""), explanation)
  }
}

extension CommandTable {
  package var globalGroup: FlagGroup { FlagGroup("Flags of every command", globalFlags) }

  /// The usage of the tool, in one line.
  package var usage: String { "\(name) COMMAND [OPERAND …] [FLAG …]" }

  /// The usage of the command, in one line: `tool show ORDER [FLAG …]`.
  package func usage(of command: Command) -> String {
    let operands = command.operands.map { operand in
      switch operand.count {
      case .required: operand.name
      case .optional: "[\(operand.name)]"
      case .oneOrMore: "\(operand.name) …"
      case .anyNumber: "[\(operand.name) …]"
      }
    }
    return ([name, command.name] + operands + ["[FLAG …]"]).joined(separator: " ")
  }
}
