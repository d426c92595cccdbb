import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct BisectHistoryTests {
  private let spy = PresenterSpy<BisectHistory.Response>()

  private func bisect(
    _ request: BisectHistory.Request = .init(), in source: (any EntrySource)? = nil,
    _ verdict: @escaping (Int, [JSONValue]) -> Bisection.Judgement
  ) throws -> (isFound: Bool, judge: JudgeStub) {
    let judge = JudgeStub(verdict)
    let interactor = Interactor<BisectHistory>(
      source: try source ?? Story.told().store, judge: judge, presenter: spy)
    return (try interactor.handle(request), judge)
  }

  private static func paid(_ orders: [JSONValue]) -> Int64 {
    orders.reduce(0) { $0 + ($1["paid"]?.integer ?? 0) }
  }

  @Test func `the first bad entry is found`() throws {
    let (isFound, judge) = try bisect { Self.paid($1) < 3000 ? .good : .bad }
    #expect(isFound)
    #expect(spy.found?.entry.seq == 5)
    #expect(spy.found?.changes?.differences.contains { $0.path == "paid" } == true)
    // Both ends first.
    #expect(judge.moments == [0, 9, 4, 6, 5])
    #expect(spy.looks.map(\.seq) == judge.moments)
    #expect(spy.looks.map(\.looks) == [6, 5, 4, 3, 1])
  }

  @Test func `the judge sees all orders as they were, deleted ones too`() throws {
    var seen: [Int: [String]] = [:]
    _ = try bisect { seq, orders in
      seen[seq] = orders.map { "\($0["id"]?.string ?? "") \($0["status"]?.string ?? "")" }
      return seq < 8 ? .good : .bad
    }
    #expect(seen[0] == [])
    #expect(seen[4] == ["1001 shipped", "1002 placed"])
    #expect(seen[9] == ["1001 delivered", "1002 placed", "1003 deleted"])
  }

  @Test(arguments: 1...9) func `wherever it is, also between two moments`(first: Int) throws {
    _ = try bisect { seq, _ in seq < first ? .good : .bad }
    #expect(spy.found?.entry.seq == first)
    let good = first - 1
    let other = try bisect(.init(good: .entry(good), bad: .entry(min(first + 2, 9)))) { seq, _ in
      seq < first ? .good : .bad
    }
    #expect(other.judge.moments.allSatisfy { (good...(first + 2)).contains($0) })
    #expect(spy.found?.entry.seq == first)
  }

  @Test func `a file with gaps is searched entry by entry`() throws {
    let lines = try Story.told().lines()
    let gappy = [0, 1, 2, 4, 6, 8].map { lines[$0] }.joined(separator: "\n")
    let (_, judge) = try bisect(in: history(gappy)) { seq, _ in seq < 5 ? .good : .bad }
    #expect(spy.found?.entry.seq == 5)
    #expect(Set(judge.moments).isSubset(of: [0, 1, 2, 3, 5, 7, 9]))
    _ = try bisect(.init(good: "4"), in: history(gappy)) { seq, _ in seq < 7 ? .good : .bad }
    #expect(spy.found?.entry.seq == 7)
  }

  @Test func `two ends that are alike have nothing between them to be found`() throws {
    for isGood in [true, false] {
      let (isFound, judge) = try bisect { _, _ in isGood ? .good : .bad }
      #expect(!isFound)
      #expect(judge.moments == [0, 9])
      #expect(spy.isGood == isGood)
    }
  }

  @Test func `entries that can't be judged are reported`() throws {
    let (isFound, _) = try bisect { seq, _ in
      (4...6).contains(seq) ? .skipped : seq < 5 ? .good : .bad
    }
    #expect(!isFound)
    #expect(spy.undecided?.first == 3)
    #expect(spy.undecided?.last == 7)
  }

  @Test func `ends that can't be, or that are the wrong way round, are failures`() throws {
    func code(_ request: BisectHistory.Request, _ verdict: Bisection.Judgement...) throws -> String
    {
      let store = try Story.told().store
      var left = verdict
      return try failure { () throws(Failure) in
        _ = try Interactor<BisectHistory>(
          source: store, judge: JudgeStub { _, _ in left.removeFirst() }, presenter: spy
        ).handle(request)
      }.code
    }
    #expect(try code(.init(), .skipped, .bad) == "cannot-judge")
    #expect(try code(.init(), .bad, .good) == "ends-swapped")
    #expect(try code(.init(good: "5", bad: "5")) == "nothing-between")
    #expect(try code(.init(good: "7", bad: "5")) == "nothing-between")
    #expect(try code(.init(bad: "77")) == "position-beyond-end")
    #expect(try code(.init(good: "77")) == "position-beyond-end")
  }

  @Test func `it is shown as text and as JSON`() throws {
    let documents = DocumentSpy()
    let presenter = JSONPresenter<BisectHistory.Response>(display: documents)
    presenter.present(.beginning(nil, Erasures()))
    presenter.present(.look(.init(seq: 4, entries: 7, looks: 3)))
    presenter.present(.undecided(first: 3, last: 7))
    presenter.present(.unchanged(isGood: true))
    #expect(documents.documents == [#"{"good":3,"bad":7}"#, #"{"ends":"good"}"#])
    #expect(
      documents.notes[1] == "Testing entry 4: 7 entries to search, about 3 tests left.")
  }
}

final class JudgeStub: StateJudge {
  private let verdict: (Int, [JSONValue]) -> Bisection.Judgement
  private(set) var moments: [Int] = []
  private var orders: [JSONValue] = []

  init(_ verdict: @escaping (Int, [JSONValue]) -> Bisection.Judgement) { self.verdict = verdict }

  func begin(_ seq: Int) {
    moments.append(seq)
    orders = []
  }

  func take(_ order: borrowing JSONWriter) {
    let text = order.withBytes { String(decoding: $0, as: UTF8.self) }
    orders.append((try? JSONValue(parsing: text)) ?? .null)
  }

  func judge() -> Bisection.Judgement { verdict(moments.last ?? 0, orders) }
}
