import EventSourcing
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ListOrdersTests {
  private func list(_ change: (inout ListOrders.Request) -> Void = { _ in }) throws
    -> ListOrders.Response
  {
    // Given
    let spy = PresenterSpy<ListOrders.Response>()
    let interactor = Interactor<ListOrders>(
      History(try Story.told().store, of: .orders), presenter: spy)
    var request = ListOrders.Request()
    change(&request)
    // When
    try interactor.handle(request)
    // Then
    return try #require(spy.response)
  }

  @Test func `deleted orders are listed only on request`() throws {
    #expect(try list().orders.map(\.id) == ["1001", "1002"])
    #expect(
      try list { $0.statuses = ["deleted", "delivered"] }.orders.map(\.id) == ["1001", "1003"])
  }

  @Test func `orders are filtered by customer and by when they were placed`() throws {
    #expect(try list { $0.customer = "bob" }.orders.map(\.id) == ["1002"])
    #expect(try list { $0.since = "2026-01-05T09:02Z" }.orders.map(\.id) == ["1002"])
    #expect(try list { $0.until = "2026-01-05T09:01Z" }.orders.map(\.id) == ["1001"])
    #expect(try list { $0.since = "2026-01-06" }.orders.isEmpty)
    #expect(try list { $0.until = "2026-01-05" }.orders.count == 2)
  }

  @Test func `orders are sorted, turned round and cut, in that order`() throws {
    #expect(try list { $0.sort = .total }.orders.map(\.id) == ["1002", "1001"])
    let cut = try list {
      $0.sort = .total
      $0.isReversed = true
      $0.limit = 1
    }
    #expect(cut.orders.map(\.id) == ["1001"])
    #expect(cut.count == 2)
    #expect(try list { $0.offset = 1 }.orders.map(\.id) == ["1002"])
  }

  @Test func `numbers that make no sense leave out nothing and list nothing`() throws {
    #expect(try list { $0.offset = -1 }.orders.count == 2)
    #expect(try list { $0.limit = -1 }.orders.isEmpty)
  }

  @Test func `orders are listed as they were at a moment`() throws {
    let then = try list { $0.at = "1001@2" }
    #expect(then.orders.map(\.order.status) == [.paid, .placed])
    #expect(try list { $0.at = "start" }.orders.isEmpty)
  }

  @Test(arguments: ["status", "since", "until", "at"])
  func `an invalid argument is a usage failure that lists the valid ones`(_ field: String) throws {
    let failure = try failure { () throws(Failure) in
      do {
        _ = try list {
          switch field {
          case "status": $0.statuses = ["nonsense"]
          case "since": $0.since = "nonsense"
          case "until": $0.until = "nonsense"
          default: $0.at = "nonsense"
          }
        }
      } catch let failure as Failure {
        throw failure
      } catch {}
    }
    #expect(failure.kind == .usage)
    #expect(failure.message.contains("'nonsense'"))
    let choices: [String] =
      switch field {
      case "status": Order.Status.allCases.map(\.rawValue)
      default: []
      }
    let hint = try #require(failure.hint)
    for choice in choices { #expect(hint.contains(choice)) }
  }

  @Test func `rows have money with its currency, and what is due only if something is`() throws {
    let spy = DisplaySpy<ListOrders.ViewModel>()
    ListOrders.presenter(on: spy).present(try list())
    let viewModel = try #require(spy.viewModel)
    #expect(
      viewModel.rows == [
        ["1001", "delivered", "2026-01-05 09:01", "amy", "Amy Apple", "25.00 USD", ""],
        [
          "1002", "placed", "2026-01-05 09:02", "bob", "Bob Battery", "15.96 USD", "10.96 USD",
        ],
      ])
    #expect(viewModel.summary == "2 orders.")
    #expect(spy.notes.isEmpty)
  }

  @Test(arguments: [
    (0, 0, "No orders."), (1, 1, "1 order."), (2, 2, "2 orders."), (1, 2, "1 of 2 orders."),
    (0, 1, "0 of 1 orders."),
  ])
  func `the summary counts`(_ shown: Int, _ count: Int, _ summary: String) throws {
    let orders = try list().orders
    let spy = DisplaySpy<ListOrders.ViewModel>()
    ListOrders.presenter(on: spy).present(
      ListOrders.Response(orders: Array(orders.prefix(shown)), count: count, tornTail: nil))
    #expect(spy.viewModel?.summary == summary)
  }

  @Test func `a torn tail is reported next to the response`() throws {
    let tail = TornTail(place: Place(file: "log/1.jsonl", line: 3, byte: 99), count: 7)
    let response = ListOrders.Response(orders: try list().orders, count: 2, tornTail: tail)
    let display = DisplaySpy<ListOrders.ViewModel>()
    ListOrders.presenter(on: display).present(response)
    let documents = DocumentSpy()
    JSONPresenter<ListOrders.Response>(display: documents).present(response)
    #expect(
      display.notes.first?.hasPrefix(
        "log/1.jsonl:3: the log ends with an incomplete entry (7 bytes)") == true)
    #expect(documents.notes == display.notes)
    #expect(documents.documents.count == 2)
  }
}
