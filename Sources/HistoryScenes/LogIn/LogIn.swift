// Logs a person in to a server: tries the connection, and has libpq's own files keep what it takes to connect again.
// Nothing of this tool's keeps a secret.

/// A server, before there is a login.
package protocol LoginServer {
  /// Connects.
  ///
  /// - Throws: `unreachable`, `notPermitted`, `noSuchStore` with the server's sentence.
  func connect(to parameters: ServerParameters) throws(LogError) -> ServerIdentity
}

/// The files in which libpq looks for services and passwords.
package protocol LoginFiles {
  var servicePath: String { get }
  var passwordPath: String { get }
  func service(_ name: String) throws(Failure) -> ServerParameters?
  /// Replaces a service; removes it if there are no parameters.
  func setService(_ name: String, to parameters: ServerParameters?) throws(Failure)
  /// Replaces a password.
  func setPassword(_ password: String, for parameters: ServerParameters) throws(Failure)
  /// Removes the password of a service, unless another service needs it, too.
  func removePassword(of service: String) throws(Failure) -> RemovedPassword
}

/// The outcome of removing a password.
package enum RemovedPassword: Sendable {
  case removed, none
  /// Another service needs it.
  case needed
}

/// The person who logs in.
package protocol LoginPerson {
  /// Whether they can be asked.
  var canAsk: Bool { get }
  func password(of user: String) throws(Failure) -> String
  func keepsPassword(in path: String) throws(Failure) -> Bool
}

package enum LogIn: RespondingScene {
  package struct Request: Sendable {
    /// The name of the service.
    package var name = ""
    package var parameters = ServerParameters()
    /// The degree to which TLS is required, if it isn't in the address.
    package var sslMode: SSLMode?

    package init() {}
  }

  /// The degrees to which TLS is required, and the server proves who it is: `sslmode`.
  package enum SSLMode: String, CaseIterable, Sendable {
    case disable, allow, prefer, require
    case verifyCA = "verify-ca"
    case verifyFull = "verify-full"
  }

  package struct Context {
    let server: any LoginServer
    let files: any LoginFiles
    let person: any LoginPerson
    /// The name of the user that the process belongs to.
    let user: String

    package init(
      _ server: any LoginServer, _ files: any LoginFiles, _ person: any LoginPerson, user: String
    ) {
      (self.server, self.files, self.person, self.user) = (server, files, person, user)
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    let name: String
    let parameters: ServerParameters
    let identity: ServerIdentity
    let servicePath: String
    /// The file that keeps the password; nil if there is none, or it isn't kept.
    let passwordPath: String?
    let needsPassword: Bool
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    var parameters = request.parameters
    let given = parameters["password"]
    parameters["password"] = nil
    parameters["user"] = parameters["user"] ?? context.user
    parameters["dbname"] = parameters["dbname"] ?? parameters["user"]
    parameters["sslmode"] =
      request.sslMode?.rawValue ?? parameters["sslmode"]
      ?? (parameters.isElsewhere ? SSLMode.verifyFull.rawValue : nil)
    try check(request.name, parameters)
    let (identity, password) = try connect(to: parameters, given, context)
    let user = parameters["user"] ?? ""
    if identity.hasStore, identity.store == nil, identity.roles.isEmpty {
      throw Problem.noRole.failure(
        "\(user) has no role of the store in \(parameters["dbname"] ?? "").")
    }
    var keeps = false
    if password != nil, context.person.canAsk {
      keeps = try context.person.keepsPassword(in: context.files.passwordPath)
    }
    if keeps, let password { try context.files.setPassword(password, for: parameters) }
    try context.files.setService(request.name, to: parameters)
    return Response(
      name: request.name, parameters: parameters, identity: identity,
      servicePath: context.files.servicePath,
      passwordPath: keeps ? context.files.passwordPath : nil, needsPassword: password != nil)
  }

  /// Connects, and asks for a password if the server does.
  private static func connect(
    to parameters: ServerParameters, _ given: String?, _ context: Context
  ) throws(Failure) -> (ServerIdentity, password: String?) {
    var parameters = parameters
    parameters["password"] = given
    do throws(LogError) {
      return (try context.server.connect(to: parameters), given)
    } catch {
      guard Problem(of: error) == .missingPassword, context.person.canAsk else {
        throw Problem.failure(error)
      }
    }
    let password = try context.person.password(of: parameters["user"] ?? "")
    parameters["password"] = password
    do throws(LogError) {
      return (try context.server.connect(to: parameters), password)
    } catch {
      throw Problem.failure(error)
    }
  }

  /// Checks that the files can have it: a line for each value, without white space at its ends.
  private static func check(_ name: String, _ parameters: ServerParameters) throws(Failure) {
    let allowed = name.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || Array("._-".utf8).contains(byte)
    }
    guard allowed, !name.isEmpty else {
      throw Failure(
        .usage, code: "bad-name", "'\(name)' can't be the name of a login.",
        hint: "Use letters, digits, dots, hyphens and underscores.")
    }
    for (field, value) in parameters.all {
      guard value.contains(where: \.isNewline) || value.trimmed.count != value.count else {
        continue
      }
      throw Failure(
        .usage, code: "bad-address",
        "The \(field) has a line break, or begins or ends with a space.",
        hint: "Correct the address.",
        fields: [.init(field: field, code: "malformed", message: "It must be one line.")])
    }
  }
}

extension LogIn {
  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    let identity = response.identity
    let address = "postgres:///?service=\(response.name)"
    let tls = identity.tls.map { ", \($0)" } ?? ""
    var lines = [
      "Logged in as \(identity.user) to \(identity.database): PostgreSQL \(identity.version)\(tls).",
      "The service \(response.name) is in \(response.servicePath). To use it, pass "
        + "--store \(shellLine([address])), or set \(ToolName.variable("STORE")).",
    ]
    if let path = response.passwordPath {
      lines.append("The password is in \(path).")
    } else if response.needsPassword {
      lines.append(
        "The password isn't kept: the next command looks for it in PGPASSWORD, or in libpq's file.")
    }
    if !identity.hasStore {
      lines.append(
        "There is no store yet: `\(ToolName.current) init \(shellLine([address]))` makes one."
      )
    }
    return lines
  }
}

extension LogIn.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("service", name)
    object.member("serviceFile", servicePath)
    object.member("passwordFile", passwordPath)
    object.member("host", parameters["host"])
    object.member("sslmode", parameters["sslmode"])
    identity.writeMembers(to: &object)
  }
}
