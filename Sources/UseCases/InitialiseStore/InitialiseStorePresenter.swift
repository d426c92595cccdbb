// Puts a new store into words for people, and into JSON for programs.

import JSONLines

/// Presents a new store as text.
public final class InitialiseStorePresenter: InitialiseStorePresentationLogic {
  private let display: any InitialiseStoreDisplayLogic

  /// A presenter for a display.
  public init(display: any InitialiseStoreDisplayLogic) { self.display = display }

  /// Presents what was done.
  public func present(_ response: InitialiseStore.Response) {
    let next =
      ["store", "./store"].contains(response.path)
      ? "" : " Name it with --store, or in the variable CLEANSTORE_STORE."
    display.display(
      InitialiseStore.ViewModel(sentence: "Made an empty store in \(response.path).\(next)"))
  }
}

/// Presents a new store as one JSON document.
public final class InitialiseStoreJSONPresenter: InitialiseStorePresentationLogic {
  private let display: any DocumentDisplayLogic

  /// A presenter for a display of documents.
  public init(display: any DocumentDisplayLogic) { self.display = display }

  /// Presents what was done.
  public func present(_ response: InitialiseStore.Response) {
    var writer = JSONWriter()
    writer.raw(#"{"store":"#)
    writer.string(response.path)
    writer.raw(#","id":"#)
    writer.string(response.id)
    writer.raw("}")
    display.display(document: writer)
  }
}
