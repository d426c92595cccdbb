// The screens of the scenes that change something.

import JSONLines
import Terminal
import UseCases

extension Screen: PayOrderDisplayLogic, ShipOrderDisplayLogic, DeliverOrderDisplayLogic,
  CancelOrderDisplayLogic, ReturnOrderDisplayLogic, RefundOrderDisplayLogic, DeleteOrderDisplayLogic
{
  func display(_ viewModel: ChangeViewModel) {
    line(visible(viewModel.headline))
    line(palette.styled("  " + visible(viewModel.record), .dim))
  }

  func display(refusal: RefusalViewModel) {
    display(problem: asJSON ? refusal.json : refusal.text)
  }
}

extension RefusalViewModel {
  /// For people.
  var text: String {
    let width = fields.map(\.field.count).max() ?? 0
    let lines =
      ["cleanstore: \(message) (\(code))"]
      + fields.map { "  \($0.field.padded(to: width))  \($0.message)" } + ["  " + hint]
    return lines.map { visible($0) + "\n" }.joined()
  }

  /// For programs.
  var json: String {
    var writer = JSONWriter()
    writer.raw(#"{"code":"#)
    writer.string(code)
    writer.raw(#","message":"#)
    writer.string(message)
    writer.raw(#","hint":"#)
    writer.string(hint)
    if !fields.isEmpty {
      writer.raw(#","fields":["#)
      for (index, field) in fields.enumerated() {
        writer.raw(index > 0 ? #",{"field":"# : #"{"field":"#)
        writer.string(field.field)
        writer.raw(#","code":"#)
        writer.string(field.code)
        writer.raw(#","message":"#)
        writer.string(field.message)
        writer.raw("}")
      }
      writer.raw("]")
    }
    writer.raw("}\n")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
