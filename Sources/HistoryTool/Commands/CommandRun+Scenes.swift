// Wires the parts of a scene: the presenter that the command line selects, the interactor, the screen.
// How output for people is formatted is a setting; output for programs is the same for everybody.

import Platform

extension CommandRun {
  package func presenter<S: Scene>(for scene: S.Type) throws(Failure) -> any Presenter<S.Response>
  where S.ViewModel: Drawable {
    try presenter(for: scene) { $0 }
  }

  /// - Parameter drawing: The form in which people see a view model.
  package func presenter<S: Scene>(
    for scene: S.Type, drawing: @escaping (S.ViewModel) -> any Drawable
  ) throws(Failure) -> any Presenter<S.Response> {
    if invocation[Flags.csv],
      let presenter = S.Response.spreadsheetPresenter(
        on: screen, invocation[Flags.dialect] ?? Flags.usualDialect)
    {
      return presenter
    }
    guard !wantsJSON else { return JSONPresenter(display: screen) }
    return Relay(to: screen, try formatting()) { drawing(S.viewModel(of: $0, $1)) }
  }

  /// Examines the history with a scene, for a row of the table.
  package static func examining<S: Scene & Interaction>(_ scene: S.Type)
    -> @Sendable (CommandRun) -> (S.Request) throws(Failure) -> ExitCode
  where S.ViewModel: Drawable, S.Context == History {
    { run in { (request) throws(Failure) in try run.examine(scene, request) } }
  }

  package func examine<S: Scene & Interaction>(
    _ scene: S.Type, _ request: S.Request, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode where S.ViewModel: Drawable, S.Context == History {
    try run(scene, request, in: try history, orElse: no)
  }

  /// Passes a request to a scene's interactor, and its responses by way of the presenter to the screen.
  ///
  /// - Parameter no: The exit code if the answer is negative.
  package func run<S: Scene & Interaction>(
    _ scene: S.Type, _ request: S.Request, in context: S.Context, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode where S.ViewModel: Drawable {
    try run(scene, request, in: context, try presenter(for: scene), orElse: no)
  }

  package func run<I: Interaction>(
    _ interaction: I.Type, _ request: I.Request, in context: I.Context,
    _ presenter: any Presenter<I.Response>, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode {
    try interaction.handle(request, in: context, presenter) ? .done : no
  }

  package func formatting() throws(Failure) -> Formatting {
    Formatting(locale: locale, timeZone: try timeZone())
  }

  /// The conventions by which values are shown, and amounts typed.
  package var locale: LocaleRules { LocaleRules(named: settings.text(.locale)) ?? .iso }

  /// The zone that times are shown in, and typed ones read in.
  func timeZone() throws(Failure) -> TimeZoneRules {
    let name = settings.text(.timeZone)
    if let zone = world.timeZone(named: name) { return zone }
    throw Failure(
      .usage, code: "unknown-time-zone", "Unknown time zone: '\(name)'.",
      hint: "A zone is UTC, an offset such as +05:30, or a place such as Europe/Berlin in the "
        + "system's tz database.")
  }
}
