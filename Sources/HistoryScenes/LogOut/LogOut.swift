// Removes what a login has left in libpq's files. There is no session to end.

package enum LogOut: RespondingScene {
  package struct Response: SceneResponse, Equatable, Sendable {
    let name: String
    let servicePath: String
    /// The file from which the password was removed; nil if it had none.
    let passwordPath: String?
  }

  package static func respond(to name: String, with files: any LoginFiles) throws(Failure)
    -> Response
  {
    guard let parameters = try files.service(name) else {
      throw Failure(
        .notFound, code: "no-such-login", "There is no service \(name) in \(files.servicePath).",
        hint: "Check its name.")
    }
    let hadPassword = try files.setPassword(nil, for: parameters)
    try files.setService(name, to: nil)
    return Response(
      name: name, servicePath: files.servicePath,
      passwordPath: hadPassword ? files.passwordPath : nil)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    "Removed the service \(response.name) from \(response.servicePath)"
      + (response.passwordPath.map { ", and its password from \($0)." } ?? ". No password was kept.")
  }
}

extension LogOut.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("service", name)
    object.member("serviceFile", servicePath)
    object.member("passwordFile", passwordPath)
  }
}
