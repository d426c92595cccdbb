// Assembles a form from what the command line names: a file, flags that override it, a card's
// secrets.

/// A form, and the draft that it was read from, if the tool wrote it.
struct ReadForm {
  let form: OrderForm
  let draft: Draft?
}

struct FormInput {
  private let world: World
  private let request: FormRequest
  private let locale: LocaleRules

  init(_ command: CommandRun, _ request: FormRequest) {
    world = command.world
    self.request = request
    locale = command.locale
  }

  /// Reads the form that the command line describes.
  func read() throws(Failure) -> ReadForm {
    if let (one, other) = request.contradiction { throw Self.contradiction(one, other) }
    var form = OrderForm()
    var draft: Draft?
    if let file = request.from {
      if file == "-", request.cardFile == "-" { throw Self.twoFromOneInput }
      let bytes = try world.read(file)
      form = try OrderForm(json: bytes, name: file == "-" ? "standard input" : file)
      draft = OrderDraft.text(of: form, if: bytes, at: file, by: locale)
      if form.hasOtherAmounts(under: request.form) { throw Self.otherCurrency(file) }
    }
    form = form.overlaid(with: request.form)
    try readCard(into: &form)
    return ReadForm(form: form, draft: draft)
  }

  private static func contradiction(_ one: String, _ other: String) -> Failure {
    .omitOne("\(one) and \(other) contradict each other.")
  }

  private static func otherCurrency(_ file: String) -> Failure {
    Failure(
      .usage, code: "other-currency",
      "The numbers in \(file == "-" ? "standard input" : file) are minor units of its currency; the one "
        + "of --currency has a different number of decimals.",
      hint: "Change the currency there, and write the amounts as \"12.99\".")
  }

  private static let twoFromOneInput = Failure(
    .usage, code: "exclusive-flags",
    "--from and --card-file can't both be standard input.",
    hint: "Pass a file for one of them.")

  /// Reads a card's number and security code: a line each.
  private func readCard(into form: inout OrderForm) throws(Failure) {
    guard let path = request.cardFile else { return }
    let text = String(decoding: try world.read(path), as: UTF8.self)
    // A CR and an LF are one character here, and a line break like the LF alone.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.filter { !$0.isWhitespace } }
    form[.cardNumber] = .text(lines.first ?? "")
    form[.cardCVV] = .text(lines.dropFirst().first ?? "")
  }
}
