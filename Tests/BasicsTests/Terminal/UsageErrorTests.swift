import Testing

@testable import Terminal

/// A line, the mistake in it, where it is, and what is said about it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let line: String
  let code: UsageError.Code
  let position: Int
  let message: String
  let hint: String

  init(
    _ line: String, _ code: UsageError.Code, at position: Int, _ message: String, _ hint: String
  ) {
    self.line = line
    self.code = code
    self.position = position
    self.message = message
    self.hint = hint
  }

  var testDescription: String { line }
}

private func failure(of arguments: [String]) -> UsageError? {
  do throws(UsageError) {
    _ = try sampleTable.parse(arguments)
    return nil
  } catch {
    return error
  }
}

@Suite struct UsageErrorTests {
  static let mistakes = [
    Mistake(
      "", .missingCommand, at: 0, "No command given.", "See `library help`."),
    Mistake(
      "--json", .missingCommand, at: 1, "No command given.", "See `library help`."),
    Mistake(
      "lsit", .unknownCommand, at: 0, "There is no command 'lsit'.", "Did you mean 'list'?"),
    Mistake(
      "--json sho", .unknownCommand, at: 1, "There is no command 'sho'.", "Did you mean 'show'?"),
    Mistake(
      "frobnicate", .unknownCommand, at: 0, "There is no command 'frobnicate'.",
      "See `library help`."),
    Mistake(
      "help lsit", .unknownCommand, at: 1, "There is no command 'lsit'.", "Did you mean 'list'?"),
    Mistake(
      "help show list", .unexpectedOperand, at: 2,
      "'help' takes only COMMAND; 'list' is one too many.", "See `library help help`."),
    Mistake(
      "list --limt 5", .unknownFlag, at: 1, "'list' has no flag '--limt'.",
      "Did you mean '--limit'?"),
    Mistake(
      "list --limt=5", .unknownFlag, at: 1, "'list' has no flag '--limt'.",
      "Did you mean '--limit'?"),
    Mistake(
      "import --dur x", .unknownFlag, at: 1, "'import' has no flag '--dur'.",
      "Did you mean '--durability'?"),
    Mistake(
      "list --zzzzzz", .unknownFlag, at: 1, "'list' has no flag '--zzzzzz'.",
      "See `library help list`."),
    Mistake(
      "list -x", .unknownFlag, at: 1, "'list' has no flag '-x'.", "See `library help list`."),
    Mistake(
      "list -qx", .unknownFlag, at: 1, "'list' has no flag '-x'.", "See `library help list`."),
    Mistake(
      "init -json", .unknownFlag, at: 1, "'init' has no flag '-j'.", "Did you mean '--json'?"),
    Mistake(
      "init --=x", .unknownFlag, at: 1, "'init' has no flag '--'.", "See `library help init`."),
    Mistake("init -3", .unknownFlag, at: 1, "'init' has no flag '-3'.", "See `library help init`."),
    Mistake("-3", .unknownFlag, at: 0, "There is no flag '-3'.", "See `library help`."),
    Mistake(
      "--at 3 list", .unknownFlag, at: 0, "'--at' is no flag of every command.",
      "Write it after the command that it is for."),
    Mistake(
      "list --at", .missingValue, at: 1, "--at needs a value POSITION.",
      "See `library help list`."),
    Mistake(
      "list -n", .missingValue, at: 1, "--limit needs a value N.", "See `library help list`."),
    Mistake(
      "list --at --json", .missingValue, at: 1, "--at needs a value POSITION.",
      "If the value begins with a dash, write it after an equals sign: --at=POSITION."),
    Mistake(
      "list --at --", .missingValue, at: 1, "--at needs a value POSITION.",
      "See `library help list`."),
    Mistake(
      "init --json=yes", .unexpectedValue, at: 1, "--json takes no value.",
      "Write only --json."),
    Mistake(
      "list -q=yes", .unexpectedValue, at: 1, "--quiet takes no value.", "Write only --quiet."),
    Mistake(
      "init --help=no", .unexpectedValue, at: 1, "--help takes no value.",
      "Write only --help."),
    Mistake(
      "list --limit abc", .invalidValue, at: 2,
      "--limit takes a whole number from 1 to 1000, not 'abc'.", "See `library help list`."),
    Mistake(
      "list --limit=", .invalidValue, at: 1,
      "--limit takes a whole number from 1 to 1000, not ''.", "See `library help list`."),
    Mistake(
      "list -n0", .invalidValue, at: 1,
      "--limit takes a whole number from 1 to 1000, not '0'.", "See `library help list`."),
    Mistake(
      "list -n +5", .invalidValue, at: 2,
      "--limit takes a whole number from 1 to 1000, not '+5'.", "See `library help list`."),
    Mistake(
      "list --offset 99999999999999999999", .invalidValue, at: 2,
      "--offset takes a whole number up to 9223372036854775807, not '99999999999999999999'.",
      "See `library help list`."),
    Mistake(
      "init --color alwys", .invalidValue, at: 2,
      "--color takes auto, always or never, not 'alwys'.", "Did you mean 'always'?"),
    Mistake(
      "init --color red", .invalidValue, at: 2,
      "--color takes auto, always or never, not 'red'.", "See `library help init`."),
    Mistake(
      "list --at 1 --at 2", .repeatedFlag, at: 3, "--at is given twice.", "Use --at only once."),
    Mistake(
      "--json list --json", .repeatedFlag, at: 2, "--json is given twice.", "Use --json only once."),
    Mistake(
      "list -qq", .repeatedFlag, at: 1, "--quiet is given twice.", "Use --quiet only once."),
    Mistake(
      "list --since a --at b", .exclusiveFlags, at: 3,
      "--since and --at can't be used together.", "Omit one of them."),
    Mistake(
      "--json list -q", .exclusiveFlags, at: 2,
      "--json and --quiet can't be used together.", "Omit one of them."),
    Mistake(
      "import a --retries 2", .missingFlag, at: 2, "--retries is only for what is tried again.",
      "Pass --durability, too, or omit --retries."),
    Mistake("show", .missingOperand, at: 1, "'show' needs BOOK.", "See `library help show`."),
    Mistake("import", .missingOperand, at: 1, "'import' needs FILE.", "See `library help import`."),
    Mistake(
      "init here", .unexpectedOperand, at: 1, "'init' takes no operand; 'here' is one too many.",
      "See `library help init`."),
    Mistake(
      "show a b c", .unexpectedOperand, at: 3,
      "'show' takes only BOOK PLACE; 'c' is one too many.", "See `library help show`."),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named, with its place and what to do`(mistake: Mistake) throws {
    let error = try #require(failure(of: mistake.line.split(separator: " ").map(String.init)))
    #expect(error.code == mistake.code)
    #expect(error.position == mistake.position)
    #expect(error.message == mistake.message)
    #expect(error.hint == mistake.hint)
  }

  @Test func `every code of a mistake has its row here`() {
    let covered = Set(Self.mistakes.map(\.code))
    // Words that aren't UTF-8 don't come as far as the table.
    #expect(covered.union([.notUTF8]) == Set(UsageError.Code.allCases))
  }

  @Test func `an error shows what was typed safely and not endlessly`() throws {
    let escape = try #require(failure(of: ["\u{1b}[31m"]))
    #expect(escape.message == "There is no command '\\u{1b}[31m'.")
    let endless = try #require(failure(of: [String(repeating: "x", count: 100_000)]))
    #expect(endless.message.count < 100)
  }
}
