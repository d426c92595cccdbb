// The form that an order would have been created with: what an edit starts from.

import HistoryScenes
import JSONLines
import Orders

extension OrderForm {
  /// The form of an order as it stands.
  public init(_ order: Order) { self.init(order.fields) }

  /// The form that says what these fields do.
  init(_ fields: OrderFields) {
    self.init()
    for field in OrderField.ofForm {
      if field.isAmount {
        self[field] = fields.amount(field).value.map { .number($0) }
      } else {
        self[field] = fields[field].map { .text($0) }
      }
    }
    items = fields.items?.map { .parts(Item.Parts($0)) }
  }

  /// Contact and addresses of an order, for the next one of the same customer.
  init(peopleAndPlacesOf order: Order) {
    self.init()
    let all = OrderForm(order)
    for field in OrderField.contact + OrderField.billing + OrderField.shipment {
      self[field] = all[field]
    }
  }
}

extension OrderForm.Item.Parts {
  init(_ item: Item) {
    self.init()
    sku = .text(item.sku)
    name = item.name.map { .text($0) }
    quantity = item.quantity.value.map { .number($0) }
    unitPrice = item.unitPrice.value.map { .number($0) }
  }
}
