// What every reading use case does first: find the position it was asked for and fold up to it.

import EventSourcing
import Orders

extension EntrySource {
  /// The number of the last entry before a position as it was typed; `.max` without one.
  func resolve(_ position: String?) throws(Failure) -> Int {
    guard let position else { return .max }
    let parsed: Position
    do throws(PositionSyntaxError) {
      parsed = try Position(position)
    } catch {
      throw Failure(error)
    }
    do throws(LogError) {
      return try parsed.resolve(in: self, category: Orders.category)
    } catch {
      throw Failure(error)
    }
  }

  /// The orders and all else as of a position.
  func fold(at position: String?, readsCommands: Bool = false) throws(Failure)
    -> (store: StoreProjection, end: ReadingEnd)
  {
    let seq = try resolve(position)
    var projection = StoreProjection(form: form, readsCommands: readsCommands)
    do throws(LogError) {
      let end = try project(into: &projection, through: seq)
      return (projection, end)
    } catch {
      throw Failure(error)
    }
  }
}

extension StoreProjection {
  /// The order with this id, if it was ever accepted.
  func order(_ id: String) -> Order? {
    StreamName(category: Orders.category, id: id).flatMap { orders.state(of: $0)?.state }
  }
}
