// What must be true of every order after every entry. Docs/Conditions.md lists the same; a test compares
// the two.

enum OrderInvariants {
  static let all: [(name: String, condition: String)] = [
    (
      "total-is-its-parts",
      "total == sum(items, quantity * unitPrice) + (shippingFee else 0) + (tax else 0)"
        + " - (discount else 0)"
    ),
    ("payments-within-total", "paid >= 0 and paid - refunded <= total"),
    ("refunds-within-payments", "refunded >= 0 and refunded <= paid"),
    (
      "paid-means-nothing-due",
      #"status not in ["placed", "paid"] or (status == "paid") == (balance == 0)"#
    ),
    (
      "legal-status-changes",
      #"not changed(status)"#
        + #" or not exists(old(status)) and status in ["placed", "paid"]"#
        + #" or old(status) == "placed" and status in ["paid", "cancelled", "deleted"]"#
        + #" or old(status) == "paid" and status in ["placed", "shipped", "cancelled", "deleted"]"#
        + #" or old(status) == "shipped" and status == "delivered""#
        + #" or old(status) == "delivered" and status == "returned""#
        + #" or old(status) == "cancelled" and status == "deleted""#
    ),
    ("shipped-implies-paid", #"not changed(status) or status != "shipped" or balance == 0"#),
  ]
}
