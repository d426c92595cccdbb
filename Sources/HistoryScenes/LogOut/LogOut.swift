// Removes what a login has left in libpq's files. There is no session to end.

package enum LogOut: RespondingScene {
  package struct Response: SceneResponse, Equatable, Sendable {
    let name: String
    let servicePath: String
    let passwordPath: String
    let password: RemovedPassword
  }

  package static func respond(to name: String, with files: any LoginFiles) throws(Failure)
    -> Response
  {
    guard try files.service(name) != nil else {
      throw Failure(
        .notFound, code: "no-such-login", "There is no service \(name) in \(files.servicePath).",
        hint: "Check its name.")
    }
    let password = try files.removePassword(of: name)
    try files.setService(name, to: nil)
    return Response(
      name: name, servicePath: files.servicePath, passwordPath: files.passwordPath,
      password: password)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    let path = response.passwordPath
    let password =
      switch response.password {
      case .removed: ", and its password from \(path)."
      case .needed: ". Its password stays in \(path): another service has the same."
      case .none: ". No password was kept."
      }
    return "Removed the service \(response.name) from \(response.servicePath)" + password
  }
}

extension LogOut.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("service", name)
    object.member("serviceFile", servicePath)
    object.member("passwordFile", password == .removed ? passwordPath : nil)
  }
}
