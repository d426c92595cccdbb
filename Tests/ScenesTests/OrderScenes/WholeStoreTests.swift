import EventSourcing
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Messages about a store that was created, repaired or copied.
@Suite struct WholeStoreTests {
  @Test func `a new store as text and as JSON`() {
    let response = InitialiseStore.Response(path: "shop", id: "0f", hasRoles: nil)
    let display = DisplaySpy<InitialiseStore.ViewModel>()
    InitialiseStore.presenter(on: display).present(response)
    #expect(
      display.viewModel
        == "Created an empty store in shop. To use it, pass it with --store, or set "
        + "CLEANSTORE_STORE.")
    let json = DocumentSpy()
    JSONPresenter<InitialiseStore.Response>(display: json).present(response)
    #expect(json.documents == [#"{"store":"shop","id":"0f"}"#])
  }

  private static func recovery(
    through seq: Int, _ damage: LogError, moving files: [String]
  ) -> RecoverStore.Response {
    var report = RecoveryReport(keptThrough: seq, damage: damage)
    (report.bytesMoved, report.files) = (9, files)
    return RecoverStore.Response(report: report, domains: .orders)
  }

  @Test func `what recovering would do, as text and as JSON`() {
    var plan = RecoveryPlan(
      keptThrough: 2,
      damage: LogError(.corrupt, "Bad.", at: Place(file: "log", line: 3, byte: 70)))
    plan.bytes = 9
    plan.files = ["quarantine/a"]
    plan.numbers = 3...20
    (plan.readable, plan.damagedPlaces) = (17, 1)
    plan.streams = (1...14).map { number in
      .init(name: "order/\(number)", entries: number, disappears: number > 1)
    }
    let display = DisplaySpy<PlanRecovery.ViewModel>()
    PlanRecovery.presenter(on: display)
      .present(.init(plan: plan, domains: .orders))
    let lines = display.viewModel ?? []
    #expect(
      lines.prefix(7) == [
        "log:3: Bad.", "Would keep everything before it: 2 entries, through @2.",
        "Would move 9 bytes to:", "  quarantine/a",
        "These are entries 3 to 20, as far as can be told. 17 of them can be read, and 1 place is "
          + "damaged.",
        "These would lose entries; 13 of them would disappear:", "  order 1: 1 entry",
      ])
    #expect(lines[7] == "  order 2: 2 entries, all that it has")
    #expect(lines.last == "  and 2 more, which --json lists")
    plan.streams = []
    let json = DocumentSpy()
    JSONPresenter<PlanRecovery.Response>(display: json)
      .present(.init(plan: plan, domains: .orders))
    #expect(
      json.documents == [
        #"{"keptThrough":2,"damage":"log:3:70: Bad.","bytes":9,"files":["quarantine/a"],"#
          + #""numbers":{"first":3,"last":20},"readable":17,"damagedPlaces":1,"streams":[]}"#
      ])
  }

  @Test func `a repaired store as text and as JSON`() {
    let display = DisplaySpy<RecoverStore.ViewModel>()
    let json = DocumentSpy()
    let bad = LogError(.corrupt, "Bad.", at: Place(file: "log", line: 3, byte: 70))
    let some = Self.recovery(through: 2, bad, moving: ["quarantine/a", "quarantine/b"])
    let all = Self.recovery(through: 0, LogError(.corrupt, "Bad."), moving: ["quarantine/a"])
    var texts: [[String]] = []
    for response in [
      .init(report: RecoveryReport(keptThrough: 1), domains: .orders), some, all,
    ] {
      RecoverStore.presenter(on: display).present(response)
      JSONPresenter<RecoverStore.Response>(display: json).present(response)
      texts.append(display.viewModel ?? [])
    }
    #expect(
      texts == [
        ["Nothing to recover: read 1 entry, all good."],
        [
          "log:3: Bad.", "Kept everything before it: 2 entries.", "Moved 9 bytes to:",
          "  quarantine/a", "  quarantine/b",
        ],
        ["Bad.", "There is no entry before it.", "Moved 9 bytes to:", "  quarantine/a"],
      ])
    #expect(
      json.documents == [
        #"{"keptThrough":1,"bytesMoved":0,"files":[]}"#,
        #"{"keptThrough":2,"damage":"log:3:70: Bad.","bytesMoved":9,"#
          + #""files":["quarantine/a","quarantine/b"]}"#,
        #"{"keptThrough":0,"damage":"Bad.","bytesMoved":9,"files":["quarantine/a"]}"#,
      ])
  }

  private static let backup = BackUpStore.Response(
    target: "copy", report: BackupReport(entries: 12, segments: 3, copied: 1, bytes: 70))

  @Test func `a copied store as text and as JSON`() {
    let display = DisplaySpy<BackUpStore.ViewModel>()
    let json = DocumentSpy()
    let nothing = BackUpStore.Response(
      target: "copy", report: BackupReport(entries: 1, segments: 1))
    var texts: [String] = []
    for response in [Self.backup, nothing] {
      BackUpStore.presenter(on: display).present(response)
      JSONPresenter<BackUpStore.Response>(display: json).present(response)
      texts.append(display.viewModel ?? "")
    }
    #expect(
      texts == [
        "Backed up 12 entries to copy: copied 1 of 3 segments, 70 bytes. "
          + "Every byte of the copy was read.",
        "Backed up 1 entry to copy: nothing was new. Every byte of the copy was read.",
      ])
    #expect(
      json.documents == [
        #"{"entries":12,"segments":3,"copied":1,"bytes":70}"#,
        #"{"entries":1,"segments":1,"copied":0,"bytes":0}"#,
      ])
  }
}
