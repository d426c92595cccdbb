// Editing a text in a person's own editor, as a boundary: a program in the tool, a spy in tests.

/// Lets a person edit a text.
public protocol TextEditor {
  /// Shows the text for editing and waits until the person is done.
  ///
  /// - Parameters:
  ///   - text: what stands there at first.
  ///   - name: the name of the file that the editor shows; its ending tells the syntax.
  ///   - lastAct: what to do with the text as it was saved last before a signal that came meanwhile
  ///     ends the process.
  /// - Returns: the text as it was saved last.
  func edit(_ text: String, as name: String, lastAct: (String) -> Void) throws(EditorError)
    -> String
}

/// A text that couldn't be edited. What was typed is lost with the file.
public enum EditorError: Error, Equatable, Sendable {
  /// There is no such program.
  case notFound(command: String)
  /// The editor said that it failed, which is also the way to give up in most of them.
  case failed(command: String)
  /// What was saved isn't valid UTF-8.
  case invalidText
  /// The file couldn't be written or read, with the system's error number.
  case fileFailed(errno: Int32)

  /// The error's stable name.
  public var code: String {
    switch self {
    case .notFound: "editor-not-found"
    case .failed: "editor-failed"
    case .invalidText: "editor-invalid-text"
    case .fileFailed: "editor-file-failed"
    }
  }

  /// What happened, in a sentence without a full stop.
  public var message: String {
    switch self {
    case .notFound(let command): "can't start the editor \(quoted(command))"
    case .failed(let command): "the editor \(quoted(command)) ended with an error"
    case .invalidText: "what the editor saved isn't valid UTF-8"
    case .fileFailed(let errno):
      "can't keep the text for the editor: \(systemMessage(for: errno))"
    }
  }

  /// What to do next.
  public var hint: String {
    switch self {
    case .notFound: "set VISUAL or EDITOR to a program that edits a file"
    case .failed: "nothing was changed; edit again, or give the changes as flags"
    case .invalidText: "save the text as UTF-8"
    case .fileFailed: "set TMPDIR to a folder with room in it"
    }
  }
}
