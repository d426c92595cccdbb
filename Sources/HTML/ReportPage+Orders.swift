// The orders of a report one by one. Each command is a row with what it changed; the script makes a slider of these
// rows that shows the order as it was after each of them.

import HistoryScenes
import OrderScenes

extension ReportPage {
  func orders(_ html: inout HTMLWriter) {
    html.element(.section, [.id: Self.ordersID, .ariaLabelledBy: "\(Self.ordersID)-title"]) {
      html in
      html.element(.h2, [.id: "\(Self.ordersID)-title"], "Time lines")
      html.element(.p, model.ordersNote)
      for order in model.orders {
        html.newLine()
        OrderView(order: order).write(to: &html)
      }
    }
  }
}

struct OrderView {
  let order: OrderTimeLine

  /// The id of an order on the page. Ids of orders are without characters that mean something there; they come last,
  /// so that no two places have the same name.
  static func id(of order: String) -> String { "order-" + order }

  private var id: String { Self.id(of: order.id) }

  func write(to html: inout HTMLWriter) {
    html.element(
      .article, [.class: "order", .order: order.id, .ariaLabelledBy: "title-\(order.id)"]
    ) {
      html in
      html.element(.details) { html in
        html.element(.summary) { html in
          html.element(.h3, [.id: "title-\(order.id)"], "Order \(order.id)")
          html.element(.part, order.summary)
        }
        // A link to what is in here opens it.
        html.element(.div, [.id: id, .class: "time-line"]) { html in
          if let note = order.note { html.element(.p, [.class: "note"], note) }
          fields(&html)
          steps(&html)
        }
      }
    }
  }

  private func fields(_ html: inout HTMLWriter) {
    guard !order.fields.isEmpty else { return }
    box("fields-\(order.id)", "Order \(order.id) as it is at the end", "fields", &html) { html in
      html.element(.thead) { html in
        html.element(.tr) { html in
          html.element(.th, [.scope: "col"], "Field")
          html.element(.th, [.scope: "col"], "Value")
        }
      }
      html.element(.tbody) { html in
        for field in order.fields {
          html.newLine()
          html.element(.tr, [.field: field.name]) { html in
            html.element(.th, [.scope: "row"], field.name)
            html.element(.td, field.value)
          }
        }
      }
    }
  }

  private func steps(_ html: inout HTMLWriter) {
    let headings = [
      "Entry", "Revision", "Time (\(order.timeZone))", "Person", "Command", "Changes",
    ]
    box("steps-\(order.id)", "All commands for order \(order.id)", "steps", &html) { html in
      html.element(.thead) { html in
        html.element(.tr) { html in
          for heading in headings { html.element(.th, [.scope: "col"], heading) }
        }
      }
      html.element(.tbody) { html in
        for step in order.steps {
          html.newLine()
          write(step, to: &html)
        }
      }
    }
  }

  private func write(_ step: OrderTimeLine.Step, to html: inout HTMLWriter) {
    html.element(.tr, [.day: step.day, .class: step.isRefused ? "step refused" : "step"]) { html in
      html.element(.th, [.scope: "row"], step.entry)
      html.element(.td, [.class: "number"], step.revision)
      html.element(.td, [.class: "time"], step.time)
      html.element(.td, [.class: "person"], step.actor)
      html.element(.td, [.class: "command"]) { html in
        html.element(.strong, step.command)
        html.element(.part, [.class: "outcome"], step.outcome)
        if !step.reason.isEmpty { html.element(.part, [.class: "reason"], step.reason) }
      }
      html.element(.td) { html in
        guard !step.changes.isEmpty || !step.places.isEmpty else { return }
        html.element(.ul, [.class: "changes"]) { html in
          for change in step.changes { write(change, to: &html) }
          // The places are for the script, which follows the fields.
          for place in step.places { write(place, isHidden: true, to: &html) }
        }
      }
    }
  }

  private func write(
    _ change: FieldChangeLine, isHidden: Bool = false, to html: inout HTMLWriter
  ) {
    let attributes: HTMLWriter.Attributes =
      change.isElement
      ? [:] : isHidden ? [.field: change.field, .hidden: ""] : [.field: change.field]
    html.element(.li, attributes) { html in
      html.element(.part, [.class: "name"], change.field)
      html.text(" ")
      if let old = change.old { html.element(.del, old) }
      if change.old != nil, change.new != nil { html.text(" → ") }
      if let new = change.new { html.element(.ins, new) }
    }
  }

  private func box(
    _ id: String, _ caption: String, _ style: String, _ html: inout HTMLWriter,
    _ content: (inout HTMLWriter) -> Void
  ) {
    html.element(
      .div,
      [
        .class: "scroll \(style)", .role: "region", .tabindex: "0",
        .ariaLabelledBy: "caption-\(id)",
      ]
    ) { html in
      html.element(.table, [.id: id]) { html in
        html.element(.caption, [.id: "caption-\(id)"], caption)
        content(&html)
      }
    }
  }
}
