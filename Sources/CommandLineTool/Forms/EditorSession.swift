// Opens an order's form in the user's editor, again until it is right or the user gives up. The
// store isn't locked meanwhile, and what was typed is never lost.

import Platform

final class EditorSession {
  private let command: CommandRun
  private let request: FormRequest
  private var change: ChangeRequest { request.change }
  private let formatting: Formatting
  private var opened: EditOrder.Opening.ViewModel?
  /// The text that was typed so far.
  private var text = ""
  /// The part of it that needn't be saved to a file any more.
  private var safeText: String?

  init(_ command: CommandRun, _ request: FormRequest) throws(Failure) {
    self.command = command
    self.request = request
    formatting = try command.formatting()
  }

  func run() throws(Failure) -> ExitCode {
    guard try canBeEdited(), let opened else { return .negative }
    text = try continued() ?? opened.text
    safeText = text
    do throws(Failure) {
      text = try edited(of: opened.id)
    } catch {
      return try end(opened.id, after: error)
    }
    let prompt = command.prompt
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
      // Another process was faster, or has the store locked: editing again wouldn't help.
      let canHelp = failure.map { $0.kind == .badData } ?? true
      guard canHelp, command.world.prompt.canAsk else {
        return try end(opened.id, after: failure)
      }
      if let failure { command.screen.display(failure: failure) }
      do throws(Failure) {
        guard try questioner.confirm("Edit again", suggesting: true) else {
          return try end(opened.id, after: nil)
        }
        text = try edited(of: opened.id)
      } catch {
        // Ctrl-C, or an editor that fails, loses nothing of what was typed before.
        return try end(opened.id, after: error)
      }
    }
  }

  /// The text that was kept of an earlier session, if this one goes on with it.
  private func continued() throws(Failure) -> String? {
    guard request.opensEditor, let file = request.from else { return nil }
    if let text = String(validating: try command.world.read(file), as: UTF8.self) { return text }
    let error = EditorError.invalidText
    throw Failure(.badData, code: error.code, "\(file) isn't valid UTF-8.", hint: error.hint)
  }

  /// Whether the order can be edited at all; shows why if not.
  func canBeEdited() throws(Failure) -> Bool {
    // Forms are opened as text, for programs too.
    var trial = change
    trial.isDryRun = true
    let presenter = Relay<OrderOutcome> { [self] response in
      if let refusal = response.refusal(formatting) {
        return command.screen.display(failure: refusal)
      }
      opened = EditOrder.Opening.viewModel(of: response, formatting)
    }
    return try command.change(EditOrder.Opening.self, trial, on: change.order, presenter) == .done
  }

  private var questioner: Questioner { Questioner(prompt: command.prompt) }

  private func keep(of id: String) throws(Failure) {
    guard text != safeText else { return }
    // Numbers would be minor units in a file.
    let text = BareAmounts.quoted(in: text)
    try command.keep(
      text, masked: CardMask.masked(text), as: Self.fileName(id), taking: applying(id))
    safeText = self.text
  }

  /// The command for what was kept. It is the whole order, so it must not undo what others did since; and only an
  /// editor's form is taken as the whole.
  private func applying(_ id: String) -> [String] {
    ["edit", id, "--editor"] + ["--expect", String(change.expect ?? opened?.rev ?? 0)]
  }

  static func fileName(_ id: String) -> String { "order-\(id)-edited.json" }

  private func edited(of id: String) throws(Failure) -> String {
    command.screen.progress.stop()
    return try Failure.of(
      EditorError.self,
      command.world.editor.edit(text, as: "order-\(id).json") { rescue($0, of: id) }, Failure.init)
  }

  private func rescue(_ saved: SavedFile, of id: String) -> Bool {
    text = saved.text ?? text
    do throws(Failure) {
      if saved.text == nil { try keep(saved, of: id) } else { try keep(of: id) }
      return true
    } catch {
      command.screen.display(failure: error)
      command.screen.display(note: "What you saved is still in \(saved.path).")
      safeText = text
      return false
    }
  }

  /// Keeps what can't be read, as it is.
  private func keep(_ saved: SavedFile, of id: String) throws(Failure) {
    var hasMask = false
    let path = try command.world.keepFile(saved.path, Self.fileName(id)) { bytes in
      let masked = CardMask.masked(bytes)
      if masked != bytes { hasMask = true }
      return masked
    }
    safeText = text
    command.screen.display(
      note: "What you saved is in \(path). When it can be read, run "
        + "`\(command.line(of: applying(id), from: path))`." + (hasMask ? CommandRun.maskNote : ""))
  }

  /// Whether the text could be read and was accepted.
  private func record(seen rev: Int) throws(Failure) -> Bool {
    let form = try OrderForm(
      json: Array(text.utf8), name: "the edited form", isFromEditor: true, by: change.locale)
    var request = EditOrder.Request(change: change, form: try command.withCard(form))
    request.isWhole = true
    request.change.expect = change.expect ?? rev
    return try command.edit(request) == .done
  }

  /// Keeps what was typed, after a failure if there was one.
  private func end(_ id: String, after failure: Failure?) throws(Failure) -> ExitCode {
    do throws(Failure) {
      try keep(of: id)
    } catch {
      guard let failure else { throw error }
      // The reason why it had to be kept matters more.
      command.screen.display(failure: error)
      throw failure
    }
    if let failure { throw failure }
    return .negative
  }
}
