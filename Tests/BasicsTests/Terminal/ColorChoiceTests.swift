import Testing

@testable import Terminal

@Suite struct ColorChoiceTests {
  @Test(
    arguments: [
      // choice, environment, on a terminal, off a terminal
      (.auto, [:], true, false),
      (.auto, ["TERM": "xterm"], true, false),
      (.auto, ["TERM": "dumb"], false, false),
      (.auto, ["NO_COLOR": "1"], false, false),
      (.auto, ["NO_COLOR": "0"], false, false),
      (.auto, ["NO_COLOR": ""], true, false),
      (.auto, ["CLICOLOR_FORCE": "1"], true, true),
      (.auto, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], true, true),
      (.auto, ["CLICOLOR_FORCE": "0"], true, false),
      (.auto, ["CLICOLOR_FORCE": ""], true, false),
      (.auto, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false, false),
      (.always, ["NO_COLOR": "1", "TERM": "dumb"], true, true),
      (.never, ["CLICOLOR_FORCE": "1"], false, false),
    ] as [(ColorChoice, [String: String], Bool, Bool)])
  func `colour is decided by the flag, then the environment, then the terminal`(
    choice: ColorChoice, environment: [String: String], onTerminal: Bool, elsewhere: Bool
  ) {
    #expect(
      choice.isColored(environment: environment, isTerminal: true) == onTerminal)
    #expect(
      choice.isColored(environment: environment, isTerminal: false) == elsewhere)
  }
}
