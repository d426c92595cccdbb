// Programs of others that verify what this tool makes. It doesn't need them, so tests that do are skipped where
// they aren't installed, and the reason names them. With CLEANSTORE_REQUIRE_TOOLS in the environment, they fail.

import Foundation
import TestKit
import Testing

enum OutsideTool: String {
  case openssl, python3, go, chromium
  case keygen = "ssh-keygen"
  case jq, sqlite3, xmllint
  /// With the programs that make a database.
  case psql
  /// Packages of Python.
  case cloudevents, duckdb, jsonschema, pm4py

  static let areRequired =
    ProcessInfo.processInfo.environment["CLEANSTORE_REQUIRE_TOOLS"] != nil

  /// The place of Debian's package golang-golang-x-mod-dev.
  static let goEnvironment = ["GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""]
  private static let goPackage = "/usr/share/gocode/src/golang.org/x/mod/sumdb/note"

  var isThere: Bool {
    switch self {
    case .openssl: Self.hasOpenSSL3
    case .go:
      Files.program(rawValue) != nil && FileManager.default.fileExists(atPath: Self.goPackage)
    case .python3, .keygen, .chromium, .jq, .sqlite3, .xmllint: Files.program(rawValue) != nil
    case .psql: Files.program(rawValue) != nil && Self.postgresPrograms != nil
    case .cloudevents, .duckdb, .jsonschema, .pm4py: Self.hasPackage(rawValue)
    }
  }

  /// The folder of initdb and pg_ctl, which Debian has in no path.
  static let postgresPrograms: String? = {
    if let path = Files.program("initdb") { return String(path.dropLast("/initdb".count)) }
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.sorted().map { "/usr/lib/postgresql/\($0)/bin" }
      .last { Files.isProgram($0 + "/initdb") }
  }()

  static let schemas = Repository.shared + "/data/schemas/"

  private static func hasPackage(_ name: String) -> Bool {
    let program = "import importlib.util as u, sys; sys.exit(u.find_spec('\(name)') is None)"
    guard let path = Files.program("python3"),
      let finished = try? RunningProcess(
        path, ["-c", program], in: "/", environment: Tool.environment
      ).finish()
    else { return false }
    return finished.code == 0
  }

  private static let hasOpenSSL3: Bool = {
    guard let path = Files.program("openssl"),
      let finished = try? RunningProcess(path, ["version"], in: "/", environment: Tool.environment)
        .finish()
    else { return false }
    return finished.output.hasPrefix("OpenSSL 3")
  }()

  /// Runs it in a workspace.
  func run(in workspace: Workspace, _ arguments: String..., environment: [String: String] = [:])
    throws -> Finished
  {
    let path = try #require(Files.program(rawValue), "\(rawValue) isn't installed")
    return try RunningProcess(
      path, arguments, in: workspace.path,
      environment: Tool.environment.merging(environment) { $1 }
    ).finish()
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where the schemas of CloudEvents and OCEL aren't beside the repository.
  static var needsSchemas: ConditionTrait {
    .enabled(
      if: FileManager.default.fileExists(atPath: OutsideTool.schemas),
      "not installed: the schemas of CloudEvents and OCEL")
  }

  /// Skips a test where one of these programs isn't installed, unless they are required.
  static func needs(_ tools: OutsideTool...) -> ConditionTrait {
    let missing = tools.filter { !$0.isThere }.map(\.rawValue)
    return .enabled(
      if: missing.isEmpty || OutsideTool.areRequired,
      "not installed: \(missing.joined(separator: ", "))")
  }
}

extension OutsideTool {
  /// Builds the published `verify.go` in a workspace.
  ///
  /// - Returns: The program's path.
  static func buildVerifier(in workspace: Workspace) throws -> String {
    let built = try go.run(
      in: workspace, "build", "-o", "verify", Files.repository + "/Docs/Auditing/verify.go",
      environment: goEnvironment.merging(["GOCACHE": workspace.file("cache")]) { $1 })
    try #require(built.code == 0, "\(built)")
    return workspace.file("verify")
  }
}
