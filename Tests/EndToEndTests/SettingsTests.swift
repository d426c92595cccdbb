import EventLog
import Foundation
import JSONLines
import Testing

/// Settings, by variables and in a file.
@Suite struct SettingsTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  /// Runs the tool with this file of settings, as the user's own.
  private func run(
    _ arguments: String..., file: String? = nil, with variables: [String: String] = [:]
  ) throws -> Finished {
    if let file {
      try FileManager.default.createDirectory(
        atPath: workspace.file("me/.config/cleanstore"), withIntermediateDirectories: true)
      try workspace.write(file, to: "me/.config/cleanstore/config")
    }
    let home = ["HOME": workspace.file("me")].merging(variables) { $1 }
    return try workspace.run(arguments, environment: home)
  }

  /// The rows of `config`: setting, value, origin.
  private func rows(_ finished: Finished) -> [String: [Substring]] {
    let lines = finished.output.split(separator: "\n").dropFirst()
    let cells = lines.map { $0.split(separator: #/ {2,}/#) }.filter { $0.count == 3 }
    return Dictionary(uniqueKeysWithValues: cells.map { (String($0[0]), Array($0[1...])) })
  }

  @Test func `flag, variable, file and default take precedence in this order`() throws {
    let file = """
      # Mine
      locale = de-DE
        time-zone=Europe/Berlin   # where I am
      actor = amy # me
      pager = less -S#4

      """
    let variables = ["CLEANSTORE_TIME_ZONE": "Asia/Tokyo", "NO_COLOR": "1", "PAGER": "most"]
    let finished = try run("config", "--locale", "en-GB", file: file, with: variables)
    let path = workspace.file("me/.config/cleanstore/config")
    #expect(
      rows(finished) == [
        "locale": ["en-GB", "--locale"], "time-zone": ["Asia/Tokyo", "CLEANSTORE_TIME_ZONE"],
        "color": ["never", "NO_COLOR"], "pager": ["less -S#4", "\(path):5"],
        "actor": ["amy", "\(path):4"],
      ])
    #expect(finished.output.hasSuffix("File: \(path)\n"))
    let without = rows(try run("config", "--no-config", "--actor", "bob", "--no-pager"))
    #expect(without["locale"] == ["iso", "default"] && without["actor"] == ["bob", "--actor"])
    #expect(without["pager"] == ["cat", "--no-pager"])
  }

  @Test func `without a file everything has its default`() throws {
    let finished = try run("config")
    #expect(finished.code == 0)
    let settings = rows(finished)
    #expect(settings.count == 5 && settings.values.allSatisfy { $0[1] == "default" })
    #expect(
      finished.output.contains(
        "There is no file \(workspace.file("me/.config/cleanstore/config")) yet."))
    let nowhere = try workspace.run("config")
    #expect(nowhere.output.contains("No file is read: HOME isn't set."))
  }

  @Test func `config has a form for programs`() throws {
    let finished = try run(
      "config", "--json", file: "locale = ja-JP\n", with: ["CLICOLOR_FORCE": "1"])
    #expect(finished.output.contains(#"/me/.config/cleanstore/config","exists":true,"#))
    #expect(finished.output.contains(#"{"key":"locale","value":"ja-JP","line":1}"#))
    #expect(
      finished.output.contains(#"{"key":"color","value":"always","variable":"CLICOLOR_FORCE"}"#))
    #expect(finished.output.contains(#"{"key":"time-zone","value":"UTC","default":true}"#))
  }

  @Test func `the file is that of XDG_CONFIG_HOME, else the home's, or the one that is named`()
    throws
  {
    try FileManager.default.createDirectory(
      atPath: workspace.file("xdg/cleanstore"), withIntermediateDirectories: true)
    try workspace.write("locale = fr-FR\n", to: "xdg/cleanstore/config")
    try workspace.write("locale = pt-BR\n", to: "named")
    let xdg = ["XDG_CONFIG_HOME": workspace.file("xdg")]
    let home = "locale = de-DE\n"
    #expect(rows(try run("config", file: home, with: xdg))["locale"]?[0] == "fr-FR")
    #expect(
      rows(try run("config", file: home, with: ["XDG_CONFIG_HOME": "xdg"]))["locale"]?[0] == "de-DE"
    )
    #expect(
      rows(try run("--config", "named", "config", file: home, with: xdg))["locale"]?[0] == "pt-BR")
  }

  static let mistakes: [(file: String, code: String, place: Substring, message: String)] = [
    ("\ncolour = never\n", "unknown-setting", ":2", "There is no setting 'colour'."),
    ("locale = iso\nlocale = iso\n", "repeated-setting", ":2", "already set in line 1"),
    ("locale = de\n", "bad-setting", ":1", "locale takes iso, en-US, en-GB, "),
    ("time-zone = Mars/Base\n", "bad-setting", ":1", "not 'Mars/Base'"),
    ("actor =\n", "bad-setting", ":1", "actor takes a name"),
    ("color\n", "malformed-setting", ":1", "A line has the form KEY = VALUE."),
  ]

  @Test(arguments: mistakes) func `a mistake in the file is an error that names its line`(
    file: String, code: String, place: Substring, message: String
  ) throws {
    try workspace.write(file, to: "wrong")
    for arguments in [["list"], ["config"], ["pay", "1001", "1"]] {
      let finished = try workspace.run(["--config", "wrong"] + arguments)
      #expect(finished.code == ExitStatus.configuration.rawValue)
      #expect(finished.errors.hasPrefix("cleanstore: wrong\(place): "), "\(finished)")
      #expect(finished.errors.contains(message), "\(finished)")
    }
    let json = try workspace.run("--config", "wrong", "list", "--json")
    #expect(try json.errorObject()["code"]?.string == code)
  }

  @Test func `a word that is near is suggested`() throws {
    #expect(try run("list", file: "colour = never\n").errors.contains("Did you mean color?"))
  }

  @Test func `a file that can't be one of settings is an error`() throws {
    #expect(try workspace.run("--config", "gone", "list").code == ExitStatus.notFound.rawValue)
    #expect(
      try workspace.run("--config", "store", "list").code == ExitStatus.configuration.rawValue)
    #expect(
      try workspace.run("--config", "/dev/zero", "list").code == ExitStatus.configuration.rawValue)
    #expect(try workspace.run("--config", "", "list").code == ExitStatus.usage.rawValue)
    try workspace.write(String(repeating: "# long\n", count: 10_000), to: "long")
    let long = try workspace.run("--config", "long", "list")
    #expect(long.code == ExitStatus.badData.rawValue && long.errors.contains("65536 bytes"))
    let both = try workspace.run("--config", "long", "--no-config", "list")
    #expect(both.errors.contains("--config and --no-config can't be used together."))
  }

  @Test func `a variable that is wrong is an error, unless a flag takes precedence`() throws {
    let wrong = ["CLEANSTORE_LOCALE": "klingon"]
    let finished = try workspace.run("list", environment: wrong)
    #expect(finished.code == ExitStatus.configuration.rawValue)
    #expect(finished.errors.contains("CLEANSTORE_LOCALE takes iso, "))
    #expect(try workspace.run("list", "--locale", "iso", environment: wrong).code == 0)
    #expect(try workspace.run("list", environment: ["CLEANSTORE_LOCALE": ""]).code == 0)
    #expect(try workspace.run("help", environment: wrong).code == 0)
  }

  @Test func `settings are as if the flags were given`() throws {
    let set = try run("list", file: "locale = de-DE\ntime-zone = Europe/Berlin\ncolor = always\n")
    let given = try workspace.run(
      "list", "--locale", "de-DE", "--time-zone", "Europe/Berlin", "--color", "always")
    #expect(set.output == given.output && set.code == 0)
    // A file of the tool's own takes precedence over what all programs share.
    #expect(try run("list", with: ["NO_COLOR": "1"]).output == given.output)
  }

  @Test(arguments: [
    ["list"], ["show", "1001"], ["log"], ["list", "--at", "2025-06-02"], ["stats"],
    ["list", "--since", "2025-06-02T10:00"], ["blame", "1001"], ["explain", "3"],
    ["what-if", "--time", "3=2025-06-02T09:20"], ["find", "total > 0"],
  ])
  func `output for programs doesn't depend on settings`(arguments: [String]) throws {
    let plain = try workspace.run(arguments + ["--json"])
    #expect(plain.code == 0, "\(plain)")
    let file = "locale = de-DE\ntime-zone = Pacific/Kiritimati\ncolor = always\npager = tac\n"
    let variables = ["CLEANSTORE_TIME_ZONE": "Pacific/Pago_Pago", "CLEANSTORE_LOCALE": "pt-BR"]
    for variables in [[:], variables] {
      try workspace.write(file, to: "settings")
      let set = try workspace.run(
        arguments + ["--json", "--config", "settings"], environment: variables)
      #expect(set.output == plain.output && set.code == plain.code, "\(set)")
    }
  }

  @Test func `the demo tells the same story to everybody`() throws {
    let set = try run("demo", file: "locale = de-DE\ntime-zone = Asia/Tokyo\nactor = amy\n")
    #expect(set.output == (try workspace.run("demo").output))
  }

  @Test func `the actor of the file is recorded as that of the flag`() throws {
    try #require(try run("pay", "1002", file: "actor = Amy Apple\n").code == 0)
    let last = try workspace.run("log", "-1", "--json").output
    #expect(last.contains(#""actor":"Amy Apple""#))
  }
}
