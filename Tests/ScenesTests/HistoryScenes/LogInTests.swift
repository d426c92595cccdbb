// Logging in to a server and out, and asking who one is, beside stand-ins for the server, the files and the person.

import EventSourcing
import SceneKit
import Testing

@testable import HistoryScenes

@Suite struct LogInTests {
  /// A server that wants a password, or refuses for a reason.
  private final class ServerSpy: LoginServer {
    var password: String?
    var refusal: LogError?
    var identity = ServerIdentity(user: "carl", database: "shop", version: "15.18")
    private(set) var attempts: [ServerParameters] = []

    func connect(to parameters: ServerParameters) throws(LogError) -> ServerIdentity {
      attempts.append(parameters)
      if let refusal { throw refusal }
      guard let password, parameters["password"] != password else { return identity }
      throw LogError(
        .notPermitted,
        parameters["password"] == nil
          ? "postgres://db/shop: connection to server failed: fe_sendauth: no password supplied."
          : #"postgres://db/shop: FATAL:  password authentication failed for user "carl"."#)
    }
  }

  private final class FilesSpy: LoginFiles {
    let servicePath = "services"
    let passwordPath = "passwords"
    private(set) var services: [String: ServerParameters] = [:]
    private(set) var passwords: [String: String] = [:]

    func service(_ name: String) -> ServerParameters? { services[name] }

    func setService(_ name: String, to parameters: ServerParameters?) {
      services[name] = parameters
    }

    func setPassword(_ password: String, for parameters: ServerParameters) {
      passwords[parameters.address] = password
    }

    func removePassword(of service: String) -> RemovedPassword {
      guard let address = services[service]?.address, passwords[address] != nil else {
        return .none
      }
      let others = services.filter { $0.key != service }.map(\.value.address)
      if others.contains(address) { return .needed }
      passwords[address] = nil
      return .removed
    }
  }

  private final class PersonSpy: LoginPerson {
    var canAsk = true
    var answer = "secret"
    var keeps = true
    private(set) var questions: [String] = []

    func password(of user: String) -> String {
      questions.append("password of \(user)")
      return answer
    }

    func keepsPassword(in path: String) -> Bool {
      questions.append("keep in \(path)")
      return keeps
    }
  }

  private let server = ServerSpy()
  private let files = FilesSpy()
  private let person = PersonSpy()

  @discardableResult
  private func logIn(to address: String = "postgres://carl@db/shop", _ mode: LogIn.SSLMode? = nil)
    throws -> LogIn.Response
  {
    var request = LogIn.Request()
    request.name = "shop"
    request.parameters = try #require(ServerParameters(address: address))
    request.sslMode = mode
    let presenter = PresenterSpy<LogIn.Response>()
    let context = LogIn.Context(server, files, person, user: "root")
    #expect(try LogIn.handle(request, in: context, presenter))
    return try #require(presenter.response)
  }

  @Test(
    arguments: [
      ("postgres://carl@db/shop", nil, "user=carl host=db dbname=shop sslmode=verify-full"),
      ("postgres://db", nil, "host=db user=root dbname=root sslmode=verify-full"),
      ("postgres:///shop", nil, "dbname=shop user=root"),
      (
        "postgres://localhost/shop", .require,
        "host=localhost dbname=shop user=root sslmode=require"
      ),
      ("postgres://db/shop?sslmode=prefer", nil, "host=db dbname=shop sslmode=prefer user=root"),
      (
        "postgres://db/shop?sslmode=prefer", .verifyCA,
        "host=db dbname=shop sslmode=verify-ca user=root"
      ),
    ] as [(String, LogIn.SSLMode?, String)])
  func `a login leaves a service, and asks for nothing that isn't wanted`(
    _ address: String, _ mode: LogIn.SSLMode?, _ service: String
  ) throws {
    try logIn(to: address, mode)
    let parameters = try #require(files.services["shop"])
    #expect(parameters.all.map { "\($0.name)=\($0.value)" }.joined(separator: " ") == service)
    #expect(person.questions.isEmpty)
    #expect(files.passwords.isEmpty)
  }

  @Test(arguments: [true, false]) func `a password is kept if the person wants that`(_ keeps: Bool)
    throws
  {
    server.password = "secret"
    person.keeps = keeps
    let response = try logIn()
    #expect(person.questions == ["password of carl", "keep in passwords"])
    #expect(Array(files.passwords.values) == (keeps ? ["secret"] : []))
    #expect(files.services["shop"]?["password"] == nil)
    let text = LogIn.viewModel(of: response, .standard).joined()
    #expect(text.contains("passwords") == keeps)
    #expect(!"\(text) \(response)".contains("secret"))
  }

  @Test func `a password in the address isn't in the service`() throws {
    server.password = "secret"
    try logIn(to: "postgres://carl:secret@db/shop")
    #expect(server.attempts.count == 1)
    #expect(files.services["shop"]?["password"] == nil)
  }

  @Test(
    arguments: [
      ("could not translate host name \"db\" to address", "host unknown"),
      ("FATAL:  password authentication failed for user \"carl\"", "password wrong"),
      ("FATAL:  role \"carl\" does not exist", "user unknown"),
      ("FATAL:  database \"shop\" does not exist", "database unknown"),
      ("FATAL:  no pg_hba.conf entry for host \"10.0.0.1\"", "user not-admitted"),
      ("root certificate file \"root.crt\" does not exist", "sslrootcert missing"),
      ("SSL error: certificate verify failed", "sslrootcert not-trusted"),
      ("server certificate for \"other\" does not match host name \"db\"", "host not-certified"),
      ("server does not support SSL, but SSL was required", "sslmode no-tls"),
      ("connection to server at \"db\" failed: Connection refused", "port closed"),
      ("timeout expired", "host no-answer"),
      ("something else", nil),
    ] as [(String, String?)])
  func `a refusal names the field that is to blame, and nothing is written`(
    _ sentence: String, _ field: String?
  ) throws {
    server.refusal = LogError(.unreachable, "postgres://carl@db/shop: \(sentence).")
    let failure = try #require(throws: Failure.self) { try logIn() }
    #expect(failure.fields.first.map { "\($0.field) \($0.code)" } == field)
    #expect(failure.hint != nil || field == nil)
    #expect(files.services.isEmpty)
  }

  @Test func `without a person to ask, a missing password is a failure`() throws {
    server.password = "secret"
    person.canAsk = false
    let failure = try #require(throws: Failure.self) { try logIn() }
    #expect(failure.fields.map(\.code) == ["missing"])
    #expect(failure.kind == .notPermitted)
  }

  @Test func `who has no role of the store isn't logged in`() throws {
    server.identity.hasStore = true
    let failure = try #require(throws: Failure.self) { try logIn() }
    #expect(failure.fields.map(\.code) == ["no-role"])
    #expect(files.services.isEmpty)
    server.identity.roles = ["reader"]
    try logIn()
  }

  @Test(arguments: ["", "a b", "[x]", "x\n"]) func `a name that a file can't have is refused`(
    _ name: String
  ) {
    var request = LogIn.Request()
    request.name = name
    let context = LogIn.Context(server, files, person, user: "root")
    let failure = #expect(throws: Failure.self) {
      try LogIn.respond(to: request, with: context)
    }
    #expect(failure?.code == "bad-name")
    #expect(server.attempts.isEmpty)
  }

  @Test func `a logout leaves nothing`() throws {
    server.password = "secret"
    try logIn()
    let response = try LogOut.respond(to: "shop", with: files)
    #expect(files.services.isEmpty && files.passwords.isEmpty)
    #expect(LogOut.viewModel(of: response, .standard).contains("passwords"))
    let failure = #expect(throws: Failure.self) { try LogOut.respond(to: "shop", with: files) }
    #expect(failure?.kind == .notFound)
  }

  @Test func `in a folder, the user is the system's`() throws {
    let request = WhoAmI.Request(place: "./store", user: "amy", server: nil)
    let response = try WhoAmI.respond(to: request, with: server)
    #expect(response.user == "amy")
    #expect(server.attempts.isEmpty)
  }

  @Test func `on a server, the user is the one that it knows`() throws {
    server.identity.roles = ["reader", "writer"]
    server.identity.clockDifference = -2500
    let request = WhoAmI.Request(
      place: "postgres://db/shop", user: "amy", server: ServerParameters(address: "postgres://db"))
    let lines = WhoAmI.viewModel(
      of: try WhoAmI.respond(to: request, with: server), .standard)
    #expect(lines.contains("User         carl"))
    #expect(lines.contains("Roles        reader, writer"))
    #expect(lines.contains("Clock        2500 ms behind"))
  }

  @Test func `the figures of a server name its lock and sessions, and say what isn't shown`() throws
  {
    var figures = ServerFigures(server.identity)
    figures.entries = 7
    figures.waiting = 2
    figures.lockHolder = .init(
      process: 11, user: "carl", application: "cleanstore pay", seconds: nil)
    figures.sessions = ["carl", "carl", "amy"].map {
      .init(user: $0, application: "cleanstore", isWriter: $0 == "carl")
    }
    let response = try ServerStatistics.respond(to: .init(place: "postgres://db")) {
      () throws(LogError) in figures
    }
    let lines = ServerStatistics.viewModel(of: response, .standard)
    for line in [
      "Entries      7",
      "Lock         held by session 11 of carl (cleanstore pay); 2 sessions waiting",
      "Writers      2 × carl (cleanstore)", "Readers      amy (cleanstore)",
    ] { #expect(lines.contains(line), "\(lines)") }
    #expect(lines.last?.contains("pg_monitor") == true)
  }
}
