import EventSourcing
import SceneKit
import Testing

@testable import HistoryScenes

/// Roles that logins are given, and that are taken back.
@Suite struct GrantRoleTests {
  private func handle(
    _ change: RoleChange, isGranted: Bool
  ) throws(Failure) -> (text: String?, json: [String]) {
    let request = GrantRole.Request(.writer, of: "carl", isGranted: isGranted)
    let context: GrantRole.Context = { (role, login, granted) throws(LogError) in
      guard role == .writer, login == "carl", granted == isGranted else {
        throw LogError(.malformed, "Something else was asked for.")
      }
      return change
    }
    let (display, documents) = (DisplaySpy<GrantRole.ViewModel>(), DocumentSpy())
    _ = try GrantRole.handle(request, in: context, GrantRole.presenter(on: display))
    _ = try GrantRole.handle(
      request, in: context, JSONPresenter<GrantRole.Response>(display: documents))
    return (display.viewModel, documents.documents)
  }

  @Test(arguments: [
    (
      RoleChange.changed, true,
      "carl has the role writer now: reads everything, and records commands in the login's own name."
    ),
    (.unchanged, true, "carl has the role writer already."),
    (.changed, false, "carl doesn't have the role writer any more."),
    (.unchanged, false, "carl doesn't have the role writer."),
  ]) func `a role that is given or taken back, as text and as JSON`(
    _ change: RoleChange, _ isGranted: Bool, _ text: String
  ) throws {
    let shown = try handle(change, isGranted: isGranted)
    #expect(shown.text == text)
    #expect(
      shown.json == [
        #"{"login":"carl","role":"writer","granted":\#(isGranted),"changed":\#(change == .changed)}"#
      ])
  }

  @Test func `a login that isn't there gets no role`() {
    let failure = #expect(throws: Failure.self) { try handle(.noSuchLogin, isGranted: true) }
    #expect(failure?.kind == .notFound && failure?.code == "no-such-login")
    #expect(failure?.message == "The server has no login carl.")
  }

  @Test func `a new store on a server says who can use it`() {
    for (hasRoles, end) in [(true, "gives them one."), (false, "makes the roles that they need.")] {
      let response = InitialiseStore.Response(path: "postgres://h/d", id: "0f", hasRoles: hasRoles)
      let display = DisplaySpy<InitialiseStore.ViewModel>()
      InitialiseStore.presenter(on: display).present(response)
      #expect(display.viewModel?.hasSuffix(end) == true)
    }
  }
}
