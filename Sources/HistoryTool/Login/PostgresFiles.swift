// The two files of libpq that a login changes, where libpq looks for them.

import Platform

/// libpq's files on this machine.
struct PostgresFiles: LoginFiles {
  let servicePath: String
  let passwordPath: String

  /// - Throws: A failure if the user has no home folder, and no variable says where the files are.
  init(_ environment: [String: String]) throws(Failure) {
    func path(_ variable: String, _ name: String) throws(Failure) -> String {
      if let path = environment[variable], !path.isEmpty { return path }
      guard let home = environment["HOME"], !home.isEmpty else {
        throw Failure(
          .configuration, code: "no-home", "HOME isn't set.",
          hint: "Set it, or name libpq's file in \(variable).")
      }
      return home + "/" + name
    }
    servicePath = try path("PGSERVICEFILE", ".pg_service.conf")
    passwordPath = try path("PGPASSFILE", ".pgpass")
  }

  func service(_ name: String) throws(Failure) -> ServerParameters? {
    ServiceFile(try text(of: servicePath))[name]
  }

  func setService(_ name: String, to parameters: ServerParameters?) throws(Failure) {
    let old = try text(of: servicePath)
    var file = ServiceFile(old)
    if let parameters { file.set(name, to: parameters) } else { file.remove(name) }
    if file.text != old { try replace(servicePath, with: file.text) }
  }

  func setPassword(_ password: String, for parameters: ServerParameters) throws(Failure) {
    let old = try text(of: passwordPath)
    var file = PasswordFile(old)
    file.set(password, for: parameters)
    if file.text != old { try replace(passwordPath, with: file.text) }
  }

  func removePassword(of service: String) throws(Failure) -> RemovedPassword {
    let services = ServiceFile(try text(of: servicePath))
    let old = try text(of: passwordPath)
    var file = PasswordFile(old)
    guard let parameters = services[service], file.hasPassword(for: parameters) else {
      return .none
    }
    file.remove(parameters, keepingThoseOf: services.others(than: service))
    if file.text != old { try replace(passwordPath, with: file.text) }
    return file.hasPassword(for: parameters) ? .needed : .removed
  }

  private func text(of path: String) throws(Failure) -> String {
    guard let bytes = try InputFile.settings(path) else { return "" }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        .configuration, code: "not-utf8", "\(path) isn't UTF-8.",
        hint: "Nothing was changed. Correct the file.")
    }
    return text
  }

  /// A file that only its owner can read takes the old one's place, which may be the target of a link.
  private func replace(_ path: String, with text: String) throws(Failure) {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let file = try NewFile(replacing: resolved.map { String(cString: $0) } ?? path)
    try file.write(Array(text.utf8))
    try file.complete()
  }
}

/// The person who logs in, at the terminal.
struct PersonAtTerminal: LoginPerson {
  let prompt: any Prompt
  let canAsk: Bool

  func password(of user: String) throws(Failure) -> String {
    try Questioner(prompt: prompt).secret(
      "Password of \(user)", about: "password", isKept: false)
  }

  func keepsPassword(in path: String) throws(Failure) -> Bool {
    try Questioner(prompt: prompt).agrees(to: "Keep the password in \(path)")
  }
}
