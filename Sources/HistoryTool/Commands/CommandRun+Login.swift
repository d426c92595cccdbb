// The commands about people and servers.

import Platform

/// Connects to servers.
private struct Server: LoginServer {
  func connect(to parameters: ServerParameters) throws(LogError) -> ServerIdentity {
    try identifyUser(at: parameters.address)
  }
}

extension CommandRun {
  func logIn(_ typed: LogIn.Request) throws(Failure) -> ExitCode {
    var request = typed
    guard let parameters = ServerParameters(address: try storePath) else {
      throw Failure(
        .usage, code: "not-a-server", "A login is for a store on a server.",
        hint:
          "For example: \(ToolName.current) login \(typed.name) --store postgres://db.example.com/\(commands.folder)"
      )
    }
    guard parameters["service"] == nil else {
      throw Failure(
        .usage, code: "is-service", "The address names a service already.",
        hint: "Pass the address of the server.")
    }
    request.parameters = parameters
    let user = world.environment["PGUSER"] ?? world.user()
    try ask(for: [("host", ""), ("dbname", request.name), ("user", user)], in: &request)
    let context = LogIn.Context(
      Server(), try PostgresFiles(world.environment),
      PersonAtTerminal(prompt: prompt, canAsk: canAsk), user: user)
    return try run(LogIn.self, request, in: context)
  }

  /// Asks for what the address leaves out.
  private func ask(
    for fields: [(name: String, usual: String)], in request: inout LogIn.Request
  ) throws(Failure) {
    guard canAsk else { return }
    let questioner = Questioner(prompt: prompt)
    let words = ["host": "Host (empty for this machine)", "dbname": "Database", "user": "User"]
    for (name, usual) in fields where request.parameters[name] == nil {
      request.parameters[name] = try questioner.line(
        words[name] ?? name, suggesting: usual.isEmpty ? nil : usual)
    }
  }

  func logOut(_ name: String) throws(Failure) -> ExitCode {
    try run(LogOut.self, name, in: try PostgresFiles(world.environment))
  }

  func whoAmI() throws(Failure) -> ExitCode {
    let path = try storePath
    let request = WhoAmI.Request(
      place: nameOfServer(at: path) ?? path, user: world.user(),
      server: ServerParameters(address: path))
    return try run(WhoAmI.self, request, in: Server())
  }
}
