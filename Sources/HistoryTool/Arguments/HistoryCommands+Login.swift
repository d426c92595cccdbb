// The rows of the commands about people and servers.

extension HistoryCommands {
  var login: ToolCommand {
    ToolCommand(
      "login", summary: "Try a connection to a server, and remember it under a name.",
      discussion: [
        "Asks what the address of --store leaves out: host, database, user, and a password if the server wants one. Then it "
          + "writes a service without a password to libpq's service file (PGSERVICEFILE, else ~/.pg_service.conf), and offers "
          + "to keep the password in libpq's password file (PGPASSFILE, else ~/.pgpass). \(tool) has no file of its own for "
          + "either, and psql uses the same ones. Other services and passwords there stay as they are.",
        "Another machine must prove with a certificate that it is the host that was named (sslmode verify-full), unless "
          + "--sslmode or the address says otherwise.",
      ],
      examples: [
        Example(
          "\(tool) login \(folder) --store postgres://db.example.com/\(folder)",
          "Log in to a server, with the name of the user here."),
        Example("\(tool) log --store 'postgres:///?service=\(folder)'", "Use it."),
      ],
      operands: [Operands.loginName(\.name)], flags: [Flags.sslMode(\.sslMode)],
      request: LogIn.Request(), run: CommandRun.logIn)
  }

  var logout: ToolCommand {
    ToolCommand(
      "logout", summary: "Forget a connection to a server, and its password.",
      discussion: [
        "Removes the service and its password from libpq's files. A server has no session that has to be ended."
      ],
      examples: [Example("\(tool) logout \(folder)", "Forget it.")],
      operands: [Operands.loginName(\.self)], request: "", run: CommandRun.logOut)
  }

  var whoAmI: ToolCommand {
    ToolCommand(
      "whoami", summary: "Show under which name you work, and what the server lets you do.",
      discussion: [
        "On a server, that is the database's user, which is recorded as the actor; in a folder, the system's. It also shows "
          + "the server's version and TLS, whether an entry is on a standby before it is acknowledged, and whether its clock "
          + "differs from this machine's."
      ],
      examples: [
        Example(
          "\(tool) whoami --store 'postgres:///?service=\(folder)'", "Who am I on the server?")
      ],
      run: { (run) throws(Failure) in try run.whoAmI() })
  }
}

extension Operands {
  static let loginName = Operand(
    "NAME", help: "The name of the service: letters, digits, dots, hyphens and underscores.")
}

extension Flags {
  static let sslMode = Flag(
    "sslmode", .choice(placeholder: "MODE", of: LogIn.SSLMode.self),
    help: "How much TLS is required, as libpq has it: verify-full for another machine by default.")
}
