// The commands that ask conditions of the past.

import Terminal
import UseCases

extension Router {
  func find() throws(Failure) -> ExitCode {
    var request = FindMoments.Request(
      condition: invocation.operand(Operands.condition) ?? "",
      id: invocation.operand(Operands.anyOrder), from: invocation.text(Flags.from),
      at: invocation.text(Flags.at))
    if invocation.has(Flags.first) { request.selection = .first }
    if invocation.has(Flags.last) { request.selection = .last }
    if invocation.has(Flags.count) { request.selection = .count }
    let presenter: any FindMomentsPresentationLogic =
      wantsJSON
      ? FindMomentsJSONPresenter(display: screen, notes: screen)
      : FindMomentsPresenter(display: screen, notes: screen, formatting: try formatting())
    let interactor = FindMomentsInteractor(
      source: try source(storePath), presenter: presenter, isDone: { screen.isClosed })
    return try interactor.find(request) ? .done : .negative
  }

  func check() throws(Failure) -> ExitCode {
    var request = CheckInvariants.Request(
      invariants: invocation.texts(Flags.invariant), at: invocation.text(Flags.at))
    for file in invocation.texts(Flags.invariants) {
      request.files.append(.init(name: file, lines: try lines(of: file)))
    }
    let presenter: any CheckInvariantsPresentationLogic =
      wantsJSON
      ? CheckInvariantsJSONPresenter(display: screen, notes: screen)
      : CheckInvariantsPresenter(display: screen, formatting: try formatting())
    let interactor = CheckInvariantsInteractor(
      source: try source(storePath), presenter: presenter)
    return try interactor.check(request) ? .done : .negative
  }

  func watch() throws(Failure) -> ExitCode {
    var request = WatchFormulas.Request(
      formulas: invocation.operands(Operands.expressions), id: invocation.text(Flags.order),
      from: invocation.text(Flags.from), at: invocation.text(Flags.at))
    request.changesOnly = invocation.has(Flags.changes)
    let presenter: any WatchFormulasPresentationLogic =
      wantsJSON
      ? WatchFormulasJSONPresenter(display: screen, notes: screen)
      : WatchFormulasPresenter(
        display: FormulaView(screen), notes: screen, formatting: try formatting())
    try WatchFormulasInteractor(
      source: source(storePath), presenter: presenter, isDone: { screen.isClosed }
    ).watch(request)
    return .done
  }

  /// The lines of a file of invariants.
  private func lines(of file: String) throws(Failure) -> [String] {
    // By bytes, because "\r\n" is a single character.
    try world.read(file).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
