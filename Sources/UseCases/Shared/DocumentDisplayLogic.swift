// Where JSON presenters send what they have made; text presenters have a view model each.

public import JSONLines

/// Shows JSON documents, one a line.
public protocol DocumentDisplayLogic: AnyObject {
  /// Shows a document; the writer holds exactly its bytes.
  func display(document: borrowing JSONWriter)
}

/// Shows notes that aren't part of the answer: warnings, what was left out.
public protocol NoteDisplayLogic: AnyObject {
  /// Shows a note.
  func display(note: String)
}
