// Shows the key with which others verify what a private key has signed.

import Integrity

/// A private key that signs notes.
package protocol NoteKey {
  /// The public key with a name.
  func verifierKey(named name: String) throws(Failure) -> VerifierKey
}

package enum ShowKey: RespondingScene {
  package struct Response: SceneResponse, JSONObjectRepresentable, Sendable {
    package let key: VerifierKey

    package func writeMembers(to object: inout JSONWriter) {
      object.member("name", key.name)
      object.member("key", key.text)
    }
  }

  /// - Parameter name: The name that the key has, which is the log's origin.
  package static func respond(to name: String, with key: any NoteKey) throws(Failure) -> Response {
    Response(key: try key.verifierKey(named: name))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ExactText {
    ExactText(text: response.key.text + "\n")
  }
}
