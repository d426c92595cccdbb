// Editing a text in a person's own editor, as a boundary: a program in the tool, a spy in tests.

import Platform

package protocol TextEditor {
  /// Shows the text for editing and waits until the person is done.
  ///
  /// - Parameters:
  ///   - text: the initial text.
  ///   - name: the name of the file that the editor shows; its extension determines the syntax.
  ///   - rescue: keeps what was saved last where it isn't returned, because the editor failed or saved
  ///     what can't be read, or where a signal that came meanwhile ends the process. Returns whether it
  ///     did; if not, the file stays.
  /// - Returns: the last saved text.
  func edit(_ text: String, as name: String, rescue: (SavedFile) -> Bool) throws(EditorError)
    -> String
}

/// The file that an editor saved last.
package struct SavedFile {
  package let path: String
  /// nil if it isn't UTF-8, is too long, or can't be read.
  package let text: String?
}

/// A text that couldn't be edited.
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
    case .invalidText: "convert it to UTF-8, for example with `iconv -f ISO-8859-1 -t UTF-8`"
    case .tooLarge: "shorten it"
    case .fileFailed: "set TMPDIR to a folder with free space"
    }
  }
}
