// Lets somebody edit an order's form in their own editor, again until it is right or they give up.
// The store isn't locked meanwhile, and what they have typed is never lost.

import Conventions
import Terminal
import HistoryScenes
import OrderScenes

/// Editing one order as a text.
final class EditorSession: DisplayLogic {
  private let router: Router
  private let change: ChangeRequest
  private let formatting: Formatting
  private var opened: EditOrder.Opening.Form?
  /// What was typed so far.
  private var text = ""

  init(_ router: Router) throws(Failure) {
    self.router = router
    formatting = try router.formatting()
    change = router.changeRequest()
  }

  func display(_ viewModel: EditOrder.Opening.ViewModel) {
    switch viewModel {
    case .form(let form): opened = form
    case .refused(let refusal): router.screen.display(refusal: refusal)
    }
  }

  func run() throws(Failure) -> ExitCode {
    guard try canBeEdited(), let opened else { return .negative }
    text = opened.text
    text = try edited(of: opened.id)
    let prompt = router.world.prompt
    prompt.lastAct = { [self] in try? keep(of: opened.id) }
    defer { prompt.lastAct = nil }
    while true {
      let failure: Failure?
      do throws(Failure) {
        if try record(seen: opened.rev) { return .done }
        failure = nil
      } catch {
        failure = error
      }
      // Somebody else was faster, or has the store locked: editing again wouldn't help.
      let canHelp = failure.map { $0.kind == .badData } ?? true
      guard canHelp, router.world.prompt.canAsk else {
        return try end(opened.id, after: failure)
      }
      if let failure { router.screen.display(failure: failure) }
      do throws(Failure) {
        guard try questioner.confirm("Edit again", suggesting: true) else {
          return try end(opened.id, after: nil)
        }
        text = try edited(of: opened.id)
      } catch {
        // Ctrl-C, or an editor that fails, takes nothing from what was typed before.
        return try end(opened.id, after: error)
      }
    }
  }

  /// Whether the order can be edited at all; shows why if not.
  func canBeEdited() throws(Failure) -> Bool {
    // Forms are opened as text, for programs too.
    let presenter = Presenter<EditOrder.Opening>(
      display: self, notes: router.screen, formatting: formatting)
    return try router.change(EditOrder.Opening.self, change, isDryRun: true, presenter) == .done
  }

  private var questioner: Questioner { Questioner(prompt: router.world.prompt) }

  /// Keeps what was typed and says where.
  private func keep(of id: String) throws(Failure) {
    try router.keep(
      text, masked: CardMask.masked(text), as: "order-\(id)-edited.json",
      taking: "cleanstore edit \(id)")
  }

  /// The text as somebody has edited it.
  private func edited(of id: String) throws(Failure) -> String {
    do throws(EditorError) {
      return try router.world.editor.edit(text, as: "order-\(id).json") { saved in
        text = saved
        if saved != opened?.text { try? keep(of: id) }
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Whether the text could be read and was accepted.
  private func record(seen rev: Int) throws(Failure) -> Bool {
    // An editor leaves copies behind, which a card's number must not get into.
    let form = try OrderForm(
      json: Array(text.utf8), name: "the edited form", takesCardNumber: false)
    var request = EditOrder.Request(change: change, form: try router.withCard(form))
    request.isWhole = true
    request.change.expect = change.expect ?? rev
    return try router.change(EditOrder.self, request) == .done
  }

  /// Keeps what was typed, after a failure if there was one.
  private func end(_ id: String, after failure: Failure?) throws(Failure) -> ExitCode {
    do throws(Failure) {
      try keep(of: id)
    } catch {
      guard let failure else { throw error }
      // Why it had to be kept is what matters.
      router.screen.display(failure: error)
      throw failure
    }
    if let failure { throw failure }
    return .negative
  }
}
