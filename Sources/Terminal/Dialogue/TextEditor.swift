// Editing a text in a person's own editor, as a boundary: a program in the tool, a spy in tests.

package protocol TextEditor {
  /// Shows the text for editing and waits until the person is done.
  ///
  /// - Parameters:
  ///   - text: the initial text.
  ///   - name: the name of the file that the editor shows; its extension determines the syntax.
  ///   - lastAct: what to do with the last saved text before a signal that came meanwhile
  ///     ends the process.
  /// - Returns: the last saved text.
  func edit(_ text: String, as name: String, lastAct: (String) -> Void) throws(EditorError)
    -> String
}

/// A text that couldn't be edited. What was typed is lost with the file.
package enum EditorError: Error, Equatable, Sendable {
  case notFound(command: String)
  /// The editor reported a failure, which is also the way to cancel in most of them.
  case failed(command: String)
  case invalidText
  /// The text is longer than this many bytes.
  case tooLarge(limit: Int)
  case fileFailed(errno: Int32)

  package var code: String {
    switch self {
    case .notFound: "editor-not-found"
    case .failed: "editor-failed"
    case .invalidText: "editor-invalid-text"
    case .tooLarge: "editor-text-too-large"
    case .fileFailed: "editor-file-failed"
    }
  }

  package var message: String {
    switch self {
    case .notFound(let command): "can't start the editor \(quoted(command))"
    case .failed(let command): "the editor \(quoted(command)) exited with an error"
    case .invalidText: "what the editor saved isn't valid UTF-8"
    case .tooLarge(let limit): "what the editor saved has more than \(limit) bytes"
    case .fileFailed(let errno):
      "can't save the text for the editor: \(systemMessage(for: errno))"
    }
  }

  package var hint: String {
    switch self {
    case .notFound: "set VISUAL or EDITOR to a program that edits a file"
    case .failed: "nothing was changed; edit again, or pass the changes as flags"
    case .invalidText: "save the text as UTF-8"
    case .tooLarge: "save a shorter text"
    case .fileFailed: "set TMPDIR to a folder with free space"
    }
  }
}
