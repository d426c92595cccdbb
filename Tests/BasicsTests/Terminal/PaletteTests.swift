import Testing

@testable import Terminal

@Suite struct PaletteTests {
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
      Palette(choice, environment: environment, isTerminal: true).isColored == onTerminal)
    #expect(
      Palette(choice, environment: environment, isTerminal: false).isColored == elsewhere)
  }

  @Test func `styles surround the text, and only where there is color`() {
    let colored = Palette(isColored: true)
    #expect(colored.styled("a", .bold) == "\u{1b}[1ma\u{1b}[0m")
    #expect(colored.styled("a", .bold, .red) == "\u{1b}[1;31ma\u{1b}[0m")
    #expect(colored.styled("a") == "a")
    #expect(colored.styled("", .red) == "")
    #expect(Palette(isColored: false).styled("a", .bold, .red) == "a")
  }
}
