// The file that keeps a clerk's answers until the order is recorded. It goes with the recording, because the same
// command would make a second order of it. A file that isn't exactly a draft is never touched.

final class OrderDraft {
  static let name = "order-draft.json"

  private let command: CommandRun
  private var kept: Draft?

  /// - Parameter kept: The draft that is continued, if one is.
  init(_ command: CommandRun, _ kept: Draft?) {
    self.command = command
    self.kept = kept
  }

  var isKept: Bool { kept != nil }

  /// The text of a file if it is a draft: named like one, and byte for byte what is written of its form.
  static func text(
    of form: OrderForm, if bytes: [UInt8], at path: String, by locale: LocaleRules
  ) -> Draft? {
    guard Draft.isCalled(name, at: path) else { return nil }
    let text = form.draft(by: locale)
    return text.utf8.elementsEqual(bytes) ? Draft(path: path, text: text) : nil
  }

  /// Saves a form in place of what was kept before, and reports where.
  func keep(_ form: OrderForm) throws(Failure) {
    let old = kept
    let new = try command.keep(
      form.draft(by: command.locale), as: Self.name, taking: ["create"], replacing: old)
    kept = new
    if let old, old.path != new.path { remove(old, because: "\(new.path) takes its place") }
  }

  /// Says how to go on with a draft to which nothing was added.
  func remind() {
    if let kept { command.reportKept(kept.path, taking: ["create"]) }
  }

  /// Removes the file after its order was recorded, and reports that.
  func discard() {
    if let kept { remove(kept, because: "the order is recorded") }
  }

  private func remove(_ text: Draft, because reason: String) {
    do throws(Failure) {
      if try command.world.discard(text) {
        command.screen.display(note: "Removed \(text.path), because \(reason).")
      }
    } catch {
      command.screen.display(failure: error)
    }
  }
}
