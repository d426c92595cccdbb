// The commands that say what a login of a store on a server may do.

import Platform

extension HistoryCommands {
  package var grant: ToolCommand {
    ToolCommand(
      "grant", summary: "Give a login of a store on a server a role.",
      discussion: [
        "The roles: " + StoreRole.allCases.map { "\($0) \($0.phrase)" }.joined(separator: "; ")
          + ".",
        "It takes an administrator of the server, and a login that is there already. The roles are the server's: "
          + "a login has them for all stores that it can connect to. Roles that are missing are made.",
      ],
      examples: [
        Example(
          "\(tool) grant carl writer --store postgres://host/shop", "Let carl record commands."),
        Example(
          "\(tool) grant audit reader --store postgres://host/shop",
          "Let an auditor read all but personal data."),
      ],
      operands: [Operands.login(\.login), Operands.role(\.role)], request: RoleRequest()
    ) { run in { (request) throws(Failure) in try run.changeRole(request, isGranted: true) } }
  }

  package var revoke: ToolCommand {
    ToolCommand(
      "revoke", summary: "Take a role back from a login of a store on a server.",
      discussion: [
        "Connections that are open are refused from their next statement on. What the login has recorded stays in the log."
      ],
      examples: [
        Example(
          "\(tool) revoke carl writer --store postgres://host/shop",
          "Keep carl from recording more.")
      ],
      operands: [Operands.login(\.login), Operands.role(\.role)], request: RoleRequest()
    ) { run in { (request) throws(Failure) in try run.changeRole(request, isGranted: false) } }
  }
}

struct RoleRequest: Sendable {
  var login = ""
  var role: StoreRole?
}

extension Operands {
  fileprivate static let login = Operand("LOGIN", help: "The user's name on the server.")
  fileprivate static let role = Operand(
    "ROLE", required: StoreRole.self, help: "The role: \(alternatives(StoreRole.words)).")
}

extension CommandRun {
  fileprivate func changeRole(_ request: RoleRequest, isGranted: Bool) throws(Failure) -> ExitCode {
    guard let role = request.role else { return .negative }
    let path = try storePath
    let change: GrantRole.Context = { (role, login, isGranted) throws(LogError) in
      try EventLog.changeRole(role, of: login, isGranted: isGranted, at: path)
    }
    return try run(
      GrantRole.self, .init(role, of: request.login, isGranted: isGranted), in: change)
  }
}
