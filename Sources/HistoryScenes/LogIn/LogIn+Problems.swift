// The fields of a login that are to blame when a server refuses it. Most of what libpq reports has no code, only a
// sentence, so its words tell.

extension LogIn {
  /// A reason why a connection wasn't made.
  struct Problem: Equatable {
    /// Words of the sentence, in English: as libpq, or a server with messages in English, says it.
    let sign: String
    /// Words that must follow somewhere, where the sign alone could be of another problem.
    var end = ""
    /// A sentence about the field.
    let says: String
    /// The field that is to blame.
    let field: String
    let code: String
    let kind: Failure.Kind
    let hint: String

    static let missingPassword = Problem(
      sign: "no password supplied",
      says: "The server asks for a password.", field: "password", code: "missing",
      kind: .notPermitted,
      hint: "Run it at a terminal, which asks for it; or put it into libpq's password file.")
    static let noRole = Problem(
      sign: "permission denied for schema",
      says: "This user has no role of the store.", field: "user", code: "no-role",
      kind: .notPermitted,
      hint: "Ask the store's administrator for a role: reader, or writer.")

    private static let all = [
      missingPassword, noRole,
      Problem(
        sign: "could not translate host name",
        says: "There is no host of this name.", field: "host", code: "unknown", kind: .unavailable,
        hint: "Check the host's name."),
      Problem(
        sign: "password authentication failed",
        says: "The password isn't this user's, or there is no such user.", field: "password",
        code: "wrong",
        kind: .notPermitted, hint: "Check the user's name and the password."),
      Problem(
        sign: "no pg_hba.conf entry",
        says: "The server doesn't admit this user from here.", field: "user", code: "not-admitted",
        kind: .notPermitted,
        hint: "Ask the server's administrator to admit this user from this machine."),
      Problem(
        sign: "role \"", end: "does not exist",
        says: "There is no user of this name.", field: "user", code: "unknown", kind: .notPermitted,
        hint: "Check the user's name; the server's administrator makes users."),
      Problem(
        sign: "Peer authentication failed",
        says: "The server doesn't admit you under this name.", field: "user", code: "not-admitted",
        kind: .notPermitted, hint: "On this machine, the server admits you only by your own name."),
      Problem(
        sign: "database \"", end: "does not exist",
        says: "There is no database of this name.", field: "database", code: "unknown",
        kind: .notFound,
        hint: "Check the database's name; the server's administrator makes databases."),
      Problem(
        sign: "root certificate file",
        says: "There is no certificate to check the server's with.", field: "sslrootcert",
        code: "missing", kind: .configuration,
        hint:
          "Put the certificate of the authority that signed the server's there, or name its file with "
          + "sslrootcert= in the address. --sslmode require encrypts without knowing who the server is."
      ),
      Problem(
        sign: "certificate verify failed",
        says: "The server's certificate isn't signed by an authority that is trusted.",
        field: "sslrootcert", code: "not-trusted",
        kind: .configuration,
        hint: "This may be another server. Compare its certificate with the administrator's."),
      Problem(
        sign: "does not match host name",
        says: "The server's certificate is for another host.", field: "host", code: "not-certified",
        kind: .configuration, hint: "Use the host's name that is in the server's certificate."),
      Problem(
        sign: "does not support SSL",
        says: "The server has no TLS.", field: "sslmode", code: "no-tls", kind: .unavailable,
        hint:
          "Ask the server's administrator for TLS. --sslmode disable goes without: others can read along."
      ),
      Problem(
        sign: "Connection refused",
        says: "No server answers at this port.", field: "port", code: "closed", kind: .unavailable,
        hint: "Check that the server runs, its host and its port."),
      Problem(
        sign: "No such file or directory",
        says: "No server runs on this machine.", field: "host", code: "no-socket",
        kind: .unavailable,
        hint: "Check that the server runs on this machine, or name its host."),
      Problem(
        sign: "timeout expired",
        says: "The host doesn't answer.", field: "host", code: "no-answer", kind: .unavailable,
        hint: "Check the host's name, the network, and firewalls."),
    ]

    init?(of error: LogError) {
      let known = Self.all.first { known in
        error.message.firstRange(of: known.sign).map {
          known.end.isEmpty || error.message[$0.upperBound...].contains(known.end)
        } ?? false
      }
      guard let known else { return nil }
      self = known
    }

    private init(
      sign: String, end: String = "", says: String, field: String, code: String, kind: Failure.Kind,
      hint: String
    ) {
      (self.sign, self.end, self.says) = (sign, end, says)
      (self.field, self.code) = (field, code)
      (self.kind, self.hint) = (kind, hint)
    }

    func failure(_ message: String) -> Failure {
      Failure(
        kind, code: "login-failed", message, hint: hint,
        fields: [.init(field: field, code: code, message: says)])
    }

    /// The failure of a connection, with the field that is to blame if that is known.
    static func failure(_ error: LogError) -> Failure {
      Problem(of: error)?.failure(error.withoutAddress) ?? Failure(error)
    }
  }
}

extension LogError {
  /// The server's sentence, without the address before it.
  fileprivate var withoutAddress: String {
    guard message.hasPrefix("postgres"), let end = message.firstRange(of: ": ") else {
      return message
    }
    return String(message[end.upperBound...]).capitalizedFirst
  }
}
