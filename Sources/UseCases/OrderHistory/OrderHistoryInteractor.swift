// Shows the log: goes through it once and picks the entries that were asked for.

public import EventSourcing
import JSONLines
import Orders

/// Shows the entries of a history.
public final class OrderHistoryInteractor: OrderHistoryBusinessLogic {
  private let source: any EntrySource
  private let presenter: any OrderHistoryPresentationLogic
  private let isDone: () -> Bool

  /// An interactor on a history.
  ///
  /// - Parameter isDone: Whether nobody wants to see more.
  public init(
    source: any EntrySource, presenter: any OrderHistoryPresentationLogic,
    isDone: @escaping () -> Bool = { false }
  ) {
    self.source = source
    self.presenter = presenter
    self.isDone = isDone
  }

  /// Hands the entries to the presenter one by one, the oldest first.
  public func showHistory(_ request: OrderHistory.Request) throws(Failure) {
    let last = try source.resolve(request.at)
    let stream = try request.id.map { (id) throws(Failure) in
      guard let stream = StreamName(category: Orders.category, id: id) else {
        throw .noSuchOrder(id, at: nil)
      }
      return stream
    }
    let response: OrderHistory.Response
    do throws(LogError) {
      response = try present(entriesOf: stream, through: last)
    } catch {
      throw Failure(error)
    }
    if response.count == 0, let id = request.id { throw .noSuchOrder(id, at: request.at) }
    presenter.finish(response)
  }

  private func present(entriesOf stream: StreamName?, through last: Int) throws(LogError)
    -> OrderHistory.Response
  {
    var count = 0
    var reader = try EntryReader(source)
    while reader.seq < last, !isDone(), let entry = try reader.next(), entry.seq <= last {
      if let stream, !entry.storage.slice(entry.stream).elementsEqual(stream.text.bytes) {
        continue
      }
      do throws(JSONError) {
        presenter.present(try OrderHistory.Item(entry))
      } catch {
        throw reader.unreadable(error, seq: entry.seq)
      }
      count += 1
    }
    if last != .max && reader.seq < last && !isDone() { throw .noEntry(last, end: reader.seq) }
    return OrderHistory.Response(count: count, tornTail: reader.tornTail)
  }
}

extension OrderHistory.Item {
  init(_ entry: Entry) throws(JSONError) {
    let head = try entry.commandHead()
    self.init(
      entry: entry, command: entry.storage.string(head.type),
      reason: head.reason.isPresent ? entry.storage.string(head.reason) : nil,
      events: try entry.eventTypes(), refusal: try entry.refusal())
  }
}
