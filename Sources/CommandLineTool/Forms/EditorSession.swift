// Lets somebody edit an order's form in their own editor, again until it is right or they give up.
// The store isn't locked meanwhile, and what they have typed is never lost.

import CleanStore
import Terminal

/// Editing one order as a text.
final class EditorSession: EditOrderFormDisplayLogic {
  private let router: Router
  private let change: ChangeRequest
  private let formatting: Formatting
  private var opened: EditOrder.Opening.ViewModel?

  init(_ router: Router) throws(Failure) {
    self.router = router
    formatting = try router.formatting()
    change = router.changeRequest()
  }

  func display(_ viewModel: EditOrder.Opening.ViewModel) { opened = viewModel }
  func display(refusal: RefusalViewModel) { router.screen.display(refusal: refusal) }

  func run() throws(Failure) -> ExitCode {
    guard try canBeEdited(), let opened else { return .negative }
    var text = try edited(opened.text, of: opened.id)
    while true {
      let failure: Failure?
      do throws(Failure) {
        if try record(text, seen: opened.rev) { return .done }
        failure = nil
      } catch {
        failure = error
      }
      // Somebody else was faster, or has the store locked: editing again wouldn't help.
      let canHelp = failure.map { $0.kind == .badData } ?? true
      guard canHelp, router.world.prompt.canAsk else {
        return try end(text, of: opened.id, after: failure)
      }
      if let failure { router.screen.display(failure: failure) }
      let next: String?
      do throws(Failure) {
        next = try editedAgain(text, of: opened.id)
      } catch {
        // Ctrl-C, or an editor that fails, takes nothing from what was typed before.
        return try end(text, of: opened.id, after: error)
      }
      guard let next else { return try end(text, of: opened.id, after: nil) }
      text = next
    }
  }

  /// Whether the order can be edited at all; shows why if not.
  func canBeEdited() throws(Failure) -> Bool {
    try router.changing(isDryRun: true) { (engine) throws(Failure) in
      try interactor(engine).open(change)
    } == .done
  }

  /// The text, edited once more; nil if nobody wants to.
  private func editedAgain(_ text: String, of id: String) throws(Failure) -> String? {
    let prompt = router.world.prompt
    prompt.lastAct = { [self] in try? keep(text, of: id) }
    defer { prompt.lastAct = nil }
    guard try asking.confirm("Edit again", suggesting: true) else { return nil }
    return try edited(text, of: id)
  }

  private var asking: Asking { Asking(prompt: router.world.prompt) }

  /// Keeps what was typed and says where.
  private func keep(_ text: String, of id: String) throws(Failure) {
    try router.keep(text, as: "order-\(id)-edited.json", taking: "cleanstore edit \(id)")
  }

  private func edited(_ text: String, of id: String) throws(Failure) -> String {
    do throws(EditorError) {
      return try router.world.editor.edit(text, as: "order-\(id).json") { saved in
        if saved != opened?.text { try? keep(saved, of: id) }
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Whether the text could be read and was accepted.
  private func record(_ text: String, seen rev: Int) throws(Failure) -> Bool {
    // An editor leaves copies behind, which a card's number must not get into.
    let form = try OrderForm(
      json: Array(text.utf8), name: "the edited form", takesCardNumber: false)
    var request = EditOrder.Request(change: change, form: try router.withCard(form))
    request.isWhole = true
    request.change.expect = change.expect ?? rev
    let code = try router.changing { (engine) throws(Failure) in
      try interactor(engine).edit(request)
    }
    return code == .done
  }

  /// Keeps what was typed, after a failure if there was one.
  private func end(_ text: String, of id: String, after failure: Failure?) throws(Failure)
    -> ExitCode
  {
    try keep(text, of: id)
    if let failure { throw failure }
    return .negative
  }

  private func interactor(_ engine: OrderEngine) -> EditOrderInteractor {
    let screen = router.screen
    let presenter: any EditOrderPresentationLogic =
      router.wantsJSON
      ? EditOrderJSONPresenter(display: screen, form: self)
      : EditOrderPresenter(display: screen, form: self, formatting: formatting)
    return EditOrderInteractor(engine: engine, presenter: presenter)
  }
}
