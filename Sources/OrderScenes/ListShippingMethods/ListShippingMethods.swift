// Lists shipping methods: folds the history and takes the catalogue.

package enum ListShippingMethods: RespondingScene {
  package struct Response: HistoryResponse, Sendable {
    /// All of them, also the retired ones, in the order in which they were added.
    package let methods: [ShippingMethod]
    package let tornTail: TornTail?
    package var documents: [ShippingMethod] { methods }
  }

  /// Lists those of a position; of the end if nil.
  package static func respond(to position: RequestedPosition?, with history: History)
    throws(Failure)
    -> Response
  {
    let (methods, end) = try history.shippingMethods(at: position)
    return Response(methods: methods.all, tornTail: end.tornTail)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> TableViewModel {
    let rows = response.methods.map { method in
      [
        String(method.code).unmistakable, String(method.name).unmistakable,
        method.isRetired ? "retired" : "",
      ]
    }
    let retired = response.methods.count { $0.isRetired }
    let offered = "\(rows.count - retired) offered"
    return TableViewModel(
      [.init("CODE"), .init("NAME", .wraps), .init("", .tone(.faint))], rows: rows,
      summary: retired > 0 ? "\(offered), \(retired) retired." : "\(offered).", formatting)
  }
}

extension History {
  func shippingMethods(at position: RequestedPosition?) throws(Failure) -> (
    ShippingMethods, end: ReadingEnd
  ) {
    guard let stream = StreamName(category: Catalogue.category, id: nil) else {
      return (Catalogue.initial, ReadingEnd())
    }
    let (shop, end) = try fold(stream, at: position)
    return (shop.catalogue.state(of: stream)?.state ?? Catalogue.initial, end)
  }
}
