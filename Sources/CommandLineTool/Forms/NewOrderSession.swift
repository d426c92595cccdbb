// Lets a clerk fill in a new order until it is recorded or they give up. Nothing that they have typed
// is lost, whatever ends it: a refusal, a store that fails, a terminal that goes away, or Ctrl-C.

import Platform

struct NewOrderSession {
  private let command: CommandRun
  private let dialogue: FormDialogue
  private let draft: OrderDraft

  /// - Parameter isFromFile: Whether a file has what isn't typed, so that it has to be shown.
  init(
    _ command: CommandRun, _ creation: CreateOrder.Request, _ draft: OrderDraft, isFromFile: Bool
  ) throws(Failure) {
    self.command = command
    self.draft = draft
    dialogue = try command.dialogue(creation)
    dialogue.continuesDraft = draft.isKept
    dialogue.asksConfirmation = command.canAsk && !creation.change.isDryRun
    // The contents of a file aren't seen. Where the output goes elsewhere, a program may have called.
    dialogue.confirmsCompleteForm =
      isFromFile && !creation.change.isDryRun && command.world.terminal.outputIsTerminal
  }

  /// Records an order, or tries to. The kind of payment that was agreed to needn't be asked about any more.
  typealias Creation = (CreateOrder.Request, _ agreedPayment: String?) throws(Failure) -> ExitCode

  /// Asks for what the form lacks, and has it recorded.
  ///
  /// - Parameter create: Records the order, or tries to; returns the outcome.
  func run(_ create: Creation) throws(Failure) -> ExitCode {
    while true {
      do throws(Failure) {
        guard try fillIn() else {
          try keepDraft()
          return .negative
        }
        let code = try create(dialogue.creation, dialogue.agreedPayment)
        // After prompts, the clerk can change the answers.
        if code == .done || !dialogue.hasAnswers { return code }
      } catch {
        keepDraftIfPossible()
        throw error
      }
    }
  }

  private func fillIn() throws(Failure) -> Bool {
    let prompt = command.prompt
    prompt.lastAct = { keepDraftIfPossible() }
    defer { prompt.lastAct = nil }
    return try command.withEngine(isDryRun: true) { (engine) throws(Failure) in
      try dialogue.fillIn(on: engine)
    }
  }

  private func keepDraftIfPossible() {
    do throws(Failure) { try keepDraft() } catch { command.screen.display(failure: error) }
  }

  /// Saves what was typed, if anything was, and reports where it is.
  private func keepDraft() throws(Failure) {
    if let typed = dialogue.typed { try draft.keep(typed) } else { draft.remind() }
  }
}
