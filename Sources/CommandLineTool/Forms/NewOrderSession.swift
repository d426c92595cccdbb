// Lets a clerk fill in a new order until it is recorded or they give up. Nothing that they have typed
// is lost to a refusal, to a store that fails, or to a terminal that goes away.

import Terminal
import HistoryScenes
import OrderScenes

/// Filling in one new order at a terminal.
struct NewOrderSession {
  private let router: Router
  private let dialogue: FormDialogue

  init(_ router: Router, _ creation: CreateOrder.Request) throws(Failure) {
    self.router = router
    dialogue = try router.dialogue(creation)
  }

  /// Asks for what the form lacks, and has it recorded.
  ///
  /// - Parameter create: Records the order, or tries to; returns what came of it.
  func run(_ create: (CreateOrder.Request) throws(Failure) -> ExitCode) throws(Failure) -> ExitCode
  {
    while true {
      do throws(Failure) {
        guard try fillIn() else {
          try keepDraft()
          return .negative
        }
        let code = try create(dialogue.creation)
        // Whoever was asked can answer otherwise.
        if code == .done || !dialogue.hasAnswers { return code }
      } catch {
        if error.kind != .interrupted { keepDraftIfPossible() }
        throw error
      }
    }
  }

  private func fillIn() throws(Failure) -> Bool {
    let prompt = router.world.prompt
    prompt.lastAct = { keepDraftIfPossible() }
    defer { prompt.lastAct = nil }
    var isReady = false
    try router.withEngine(isDryRun: true) { (engine) throws(Failure) in
      isReady = try dialogue.fillIn(on: engine)
    }
    return isReady
  }

  /// As `keepDraft`, where something else went wrong before, which is what matters.
  private func keepDraftIfPossible() {
    do throws(Failure) { try keepDraft() } catch { router.screen.display(failure: error) }
  }

  /// Keeps what was typed, if anything was, and says where.
  private func keepDraft() throws(Failure) {
    guard dialogue.hasAnswers else { return }
    try router.keep(
      dialogue.creation.form.draft, as: "order-draft.json", taking: "cleanstore create")
  }
}
